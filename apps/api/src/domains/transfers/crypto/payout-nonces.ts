import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { type NonceOffer, PayoutRejected } from '@wusd/payouts/payout-port';
import type { CryptoWithdrawalRow } from './transactions.ts';

const windowMs = 24 * 60 * 60_000;

/** The daily limit of a sender is used up. */
export class DailyLimitReached extends Error {
  override readonly name = 'DailyLimitReached';
  /** When enough of it has left the window. */
  readonly until: Date;

  constructor(until: Date) {
    super('The daily limit of payouts is reached');
    this.until = until;
  }
}

/** Every nonce that the network would take now belongs to a payout that is in flight. */
export class NoNonceFree extends Error {
  override readonly name = 'NoNonceFree';

  constructor() {
    super('All nonces of the sender are in use');
  }
}

/** The nonce before is given out and not signed yet: the next round sees what became of it. */
export class NonceUnsigned extends Error {
  override readonly name = 'NonceUnsigned';

  constructor() {
    super('The sender has a nonce that is being signed');
  }
}

export interface NonceRequest {
  sender: string;
  /** Nonces that the network would take: one that was used elsewhere is skipped. */
  offer: NonceOffer;
  /**
   * Minor units that a sender may pay out of a currency within 24 hours; undefined where there is
   * no limit.
   */
  dailyLimit: bigint | undefined;
  now: Date;
}

/**
 * Allocates the sender's next nonce and counts the amount against the daily limit. The sender's row
 * stays locked, so that concurrent nodes neither share a nonce nor exceed the limit.
 *
 * @throws DailyLimitReached, NoNonceFree, NonceUnsigned, PayoutRejected where the amount alone is above the limit
 */
export async function allocateNonce(trx: Trx, row: CryptoWithdrawalRow, request: NonceRequest): Promise<string> {
  const { sender, offer, dailyLimit, now } = request;
  if (dailyLimit !== undefined && BigInt(row.amount) > dailyLimit)
    throw new PayoutRejected('The amount exceeds the daily limit', 'payout-limit');
  await lockSender(trx, row.network_id, sender);
  const nonce =
    'from' in offer
      ? await lowestFree(trx, row.network_id, sender, offer.from)
      : await firstFree(trx, row.network_id, sender, offer.anyOf);
  if (nonce === undefined) throw new NoNonceFree();
  if (await countUsage(trx, row, nonce, request)) return nonce;
  throw new DailyLimitReached((await availableAt(trx, row, request)) ?? new Date(now.getTime() + windowMs));
}

/**
 * Gives a nonce back that was not signed: the next payout has it, because a network with consecutive nonces takes no later one before
 * it. A nonce that an earlier attempt has stays that payout's.
 */
export async function freeNonce(
  trx: Trx,
  {
    network_id: networkId,
    sender,
    nonce,
  }: Pick<Selectable<Database['payout_usage']>, 'network_id' | 'sender' | 'nonce'>,
): Promise<void> {
  await trx
    .deleteFrom('payout_usage')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .where(({ not, exists }) => not(exists(signedWithNonceOf('payout_usage'))))
    .execute();
}

/** Attempts with the nonce of a row of another table. */
const signedWithNonceOf = (table: 'payout_order' | 'payout_usage') => {
  const other = sql.ref(table);
  return sql<number>`(
    select attempt from signed_tx
    where signed_tx.network_id = ${other}.network_id and signed_tx.sender = ${other}.sender and signed_tx.nonce = ${other}.nonce
  )`;
};

/** Makes an address known as one that pays. */
export async function recordSender(db: Db | Trx, networkId: number, sender: string): Promise<void> {
  await db
    .insertInto('payout_sender')
    .values({ network_id: networkId, sender })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Until the end of the transaction. It also makes the sender known as one of ours. */
async function lockSender(trx: Trx, networkId: number, sender: string): Promise<void> {
  await trx
    .insertInto('payout_sender')
    .values({ network_id: networkId, sender })
    .onConflict((conflict) => conflict.columns(['network_id', 'sender']).doUpdateSet({ sender }))
    .execute();
}

/**
 * The lowest number that no payout has.
 *
 * @throws NonceUnsigned: if the signer rejects a lower one, the network would wait for it before later ones
 */
async function lowestFree(trx: Trx, networkId: number, sender: string, from: bigint): Promise<string> {
  if (await isOneUnsigned(trx, networkId, sender)) throw new NonceUnsigned();
  const used = await trx
    .selectFrom('payout_usage')
    .select('nonce')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where(sql<string>`nonce::bigint`, '>=', from.toString())
    .orderBy(sql`nonce::bigint`)
    .execute();
  return used.reduce((lowest, { nonce }) => (BigInt(nonce) === lowest ? lowest + 1n : lowest), from).toString();
}

async function isOneUnsigned(trx: Trx, networkId: number, sender: string): Promise<boolean> {
  const order = await trx
    .selectFrom('payout_order')
    .select('nonce')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where(({ not, exists }) => not(exists(signedWithNonceOf('payout_order'))))
    .executeTakeFirst();
  return order !== undefined;
}

/** The first one that no payout has. */
async function firstFree(
  trx: Trx,
  networkId: number,
  sender: string,
  nonces: readonly string[],
): Promise<string | undefined> {
  if (nonces.length === 0) return undefined;
  const taken = await trx
    .selectFrom('payout_usage')
    .select('nonce')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', 'in', [...nonces])
    .execute();
  const used = new Set(taken.map(({ nonce }) => nonce));
  return nonces.find((each) => !used.has(each));
}

/**
 * Checks the limit and counts the amount in one statement. A withdrawal that is signed anew counts once: nothing of it has left.
 *
 * @returns false where the limit is used up
 */
async function countUsage(
  trx: Trx,
  { id, network_id: networkId, currency, amount }: CryptoWithdrawalRow,
  nonce: string,
  { sender, dailyLimit, now }: NonceRequest,
): Promise<boolean> {
  const limit = dailyLimit?.toString() ?? null;
  const { rows } = await sql`
    insert into payout_usage (network_id, sender, nonce, withdrawal_id, currency, amount, signed_at)
    select ${networkId}, ${sender}, ${nonce}, ${id}, ${currency}, ${amount}::numeric, ${now}
    where ${limit}::numeric is null or ${amount}::numeric + (
      select coalesce(sum(u.amount), 0) from (
        select distinct on (withdrawal_id) amount from payout_usage
        where network_id = ${networkId} and sender = ${sender} and currency = ${currency} and signed_at > ${since(now)}
          and withdrawal_id <> ${id}
      ) u
    ) <= ${limit}::numeric
    returning nonce
  `.execute(trx);
  return rows.length > 0;
}

/** When enough has left the window for an amount to fit. */
async function availableAt(
  trx: Trx,
  { id, network_id: networkId, currency, amount }: CryptoWithdrawalRow,
  { sender, dailyLimit, now }: NonceRequest,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    with last as (
      select distinct on (withdrawal_id) signed_at, nonce, amount from payout_usage
      where network_id = ${networkId} and sender = ${sender} and currency = ${currency} and signed_at > ${since(now)}
        and withdrawal_id <> ${id}
      order by withdrawal_id, signed_at desc
    ), used as (
      select signed_at, sum(amount) over (order by signed_at, nonce) as freed, sum(amount) over () as total from last
    )
    select min(signed_at) as at from used where total - freed + ${amount}::numeric <= ${(dailyLimit ?? 0n).toString()}::numeric
  `.execute(trx);
  const at = rows[0]?.at;
  return at ? new Date(at.getTime() + windowMs) : undefined;
}

const since = (now: Date): Date => new Date(now.getTime() - windowMs);
