import { type Selectable, sql } from 'kysely';
import { hexOf } from '@wusd/payouts/evm/hex';
import { parsePrice } from '@wusd/payouts/evm/payouts';
import type { Db, SignerDatabase, Trx } from '../database/database.ts';
import { costOf, type TreasuryTransfer } from './policy.ts';

// Treasury transfers in the signer's database.

export type TransferRow = Selectable<SignerDatabase['treasury_transfer']>;
export type AttemptRow = SignerDatabase['treasury_attempt'];

/** A transfer with its signed transactions, in order. */
export interface RecordedTransfer {
  row: TransferRow;
  attempts: AttemptRow[];
}

const dayMs = 24 * 60 * 60_000;

/**
 * Returns a network's transfers that are not in a block, or are in a block up to `finalBlock` and not yet marked as
 * final.
 */
export async function unfinishedTransfers(db: Db, networkId: number, finalBlock: bigint): Promise<RecordedTransfer[]> {
  const rows = await db
    .selectFrom('treasury_transfer')
    .selectAll()
    .where('network_id', '=', networkId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'signed'),
        eb.and([eb('status', '=', 'included'), eb('block', '<=', String(finalBlock))]),
      ]),
    )
    .orderBy('id')
    .execute();
  return withAttempts(db, rows);
}

async function withAttempts(db: Db | Trx, rows: TransferRow[]): Promise<RecordedTransfer[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const attempts = await db
    .selectFrom('treasury_attempt')
    .selectAll()
    .where('transfer_id', 'in', ids)
    .orderBy('attempt')
    .execute();
  return rows.map((row) => ({ row, attempts: attempts.filter((each) => each.transfer_id === row.id) }));
}

/** Returns transfers of a deposit address, newest first. */
export const transfersOf = (db: Db, networkId: number, keyIndex: bigint): Promise<TransferRow[]> =>
  db
    .selectFrom('treasury_transfer')
    .selectAll()
    .where('network_id', '=', networkId)
    .where('key_index', '=', String(keyIndex))
    .orderBy('id', 'desc')
    .limit(20)
    .execute();

/** Returns key indexes of deposit addresses that were topped up within the last day and not swept since. */
export async function toppedUp(db: Db, networkId: number, now: Date): Promise<bigint[]> {
  const rows = await db
    .selectFrom('treasury_transfer as t')
    .select('t.key_index')
    .distinct()
    .where('t.network_id', '=', networkId)
    .where('t.kind', '=', 'top-up')
    .where('t.created_at', '>', new Date(now.getTime() - dayMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('treasury_transfer as s')
            .select('s.id')
            .whereRef('s.network_id', '=', 't.network_id')
            .whereRef('s.key_index', '=', 't.key_index')
            .whereRef('s.id', '>', 't.id')
            .where('s.kind', '=', 'sweep'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => BigInt(row.key_index));
}

/** Returns the highest recorded nonce of a sender; undefined if there is none. */
export async function lastNonce(db: Db | Trx, networkId: number, sender: string): Promise<bigint | undefined> {
  const { last } = await db
    .selectFrom('treasury_transfer')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return last === null ? undefined : BigInt(last);
}

/**
 * Returns the nonce of a sender's next transfer. Only the treasury has the sender's key.
 *
 * @param count number of the sender's transactions on the chain; all nodes must agree on it if no transfer is recorded
 * @throws Error if the chain has transactions that are not recorded
 */
export async function nextNonce(trx: Trx, networkId: number, sender: string, count: bigint): Promise<bigint> {
  const last = await lastNonce(trx, networkId, sender);
  if (last === undefined) return count;
  if (count > last + 1n)
    throw new Error(
      `Network ${networkId} has ${count} transactions of ${sender}, of which ${last + 1n} are known: its node is wrong, or the key is used elsewhere`,
    );
  return last + 1n;
}

export interface GasSpending {
  /** Wei that left the gas account within 24 hours or may still leave it. */
  within24h: bigint;
  /** The part of it that is not in a block. */
  pending: bigint;
}

/** Returns the maximum cost of top-ups. */
export async function gasSpending(db: Db | Trx, networkId: number, now: Date): Promise<GasSpending> {
  const rows = await db
    .selectFrom('treasury_transfer as t')
    .innerJoin('treasury_attempt as a', 'a.transfer_id', 't.id')
    .select(['t.id', 't.amount', 't.gas', 't.status', 'a.price'])
    .distinctOn('t.id')
    .where('t.network_id', '=', networkId)
    .where('t.kind', '=', 'top-up')
    .where('t.status', '<>', 'displaced')
    .where((eb) => eb.or([eb('t.created_at', '>', new Date(now.getTime() - dayMs)), eb('t.status', '=', 'signed')]))
    .orderBy('t.id')
    .orderBy('a.attempt', 'desc')
    .execute();
  const sum = (selected: typeof rows): bigint =>
    selected.reduce(
      (total, { amount, gas, price }) =>
        total + costOf({ kind: 'top-up', amount: BigInt(amount), gas: BigInt(gas), fees: parsePrice(price) }),
      0n,
    );
  return { within24h: sum(rows), pending: sum(rows.filter(({ status }) => status === 'signed')) };
}

/** A signed transaction, ready to broadcast. */
export interface SignedAttempt {
  price: string;
  raw: string;
  hash: string;
}

/** Records a new transfer with its first attempt. Requires `withTreasuryLock`. */
export async function insertTransfer(
  trx: Trx,
  networkId: number,
  nonce: bigint,
  { kind, sender, recipient, keyIndex, currency, amount, gas }: TreasuryTransfer,
  signed: SignedAttempt,
  now: Date,
): Promise<void> {
  const { id } = await trx
    .insertInto('treasury_transfer')
    .values({
      network_id: networkId,
      kind,
      sender,
      nonce: String(nonce),
      recipient,
      key_index: String(keyIndex),
      currency,
      amount: String(amount),
      gas: String(gas),
      status: 'signed',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertAttempt(trx, id, 1, signed, now);
}

export async function insertAttempt(
  trx: Trx,
  transfer_id: string,
  attempt: number,
  signed: SignedAttempt,
  signed_at: Date,
): Promise<void> {
  await trx
    .insertInto('treasury_attempt')
    .values({ transfer_id, attempt, ...signed, signed_at })
    .execute();
}

/**
 * Updates the status of a transfer. A final transfer gets a position, which is the order in which the product reads
 * transfers. Requires `withTreasuryLock`.
 */
export async function updateTransfer(
  trx: Trx,
  row: TransferRow,
  change: Pick<TransferRow, 'status'> & { hash?: string; block?: bigint },
  now: Date,
): Promise<void> {
  const { status, hash = null, block } = change;
  const isInBlock = status === 'completed' || status === 'reverted';
  await trx
    .updateTable('treasury_transfer')
    .set({
      status,
      hash,
      block: block === undefined ? null : String(block),
      updated_at: now,
      ...(isInBlock && { position: sql<string>`(select coalesce(max(position), 0) + 1 from treasury_transfer)` }),
    })
    .where('id', '=', row.id)
    .execute();
}

/** Converts a row to a transfer. @param price price of the attempt */
export const transferOf = (row: TransferRow, price: string): TreasuryTransfer => ({
  kind: row.kind,
  sender: hexOf(row.sender),
  recipient: hexOf(row.recipient),
  keyIndex: BigInt(row.key_index),
  currency: row.currency,
  amount: BigInt(row.amount),
  gas: BigInt(row.gas),
  fees: parsePrice(price),
});
