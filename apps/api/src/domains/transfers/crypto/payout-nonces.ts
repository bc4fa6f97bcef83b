import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { type NonceOffer, PayoutRejected } from '@wusd/payouts/payout-port';
import type { CryptoWithdrawalRow } from './transactions.ts';

const windowMs = 24 * 60 * 60_000;

/** The daily limit of a sender is used up. */
export class DailyLimitReached extends Error {
  override readonly name = 'DailyLimitReached';
  /** Time at which enough of the limit is available again. */
  readonly until: Date;

  constructor(until: Date) {
    super('The daily limit of payouts is reached');
    this.until = until;
  }
}

/** All nonces that the network accepts now belong to payouts in flight. */
export class NoNonceFree extends Error {
  override readonly name = 'NoNonceFree';

  constructor() {
    super('All nonces of the sender are in use');
  }
}

/** The previous nonce is allocated but not signed yet. The next round tries again. */
export class NonceUnsigned extends Error {
  override readonly name = 'NonceUnsigned';

  constructor() {
    super('The sender has a nonce that is being signed');
  }
}

export interface NonceRequest {
  sender: string;
  /** Nonces that the network accepts, without nonces that were used elsewhere. */
  offer: NonceOffer;
  /**
   * Maximum that a sender may pay out in one currency within 24 hours, in minor units; undefined if there is no limit.
   */
  dailyLimit: bigint | undefined;
  now: Date;
}

/**
 * Allocates the sender's next nonce and counts the amount towards the daily limit. The sender's row stays locked, so
 * that concurrent nodes neither share a nonce nor exceed the limit.
 *
 * @throws DailyLimitReached, NoNonceFree, NonceUnsigned, PayoutRejected if the amount alone exceeds the limit
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
 * Releases a nonce that was not signed, so that the next payout gets it: a network with consecutive nonces accepts no
 * later nonce before it. A nonce with an earlier signed attempt stays allocated to that payout.
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

/** Records an address as a payout sender. */
export async function recordSender(db: Db | Trx, networkId: number, sender: string): Promise<void> {
  await db
    .insertInto('payout_sender')
    .values({ network_id: networkId, sender })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the sender until the transaction ends. Also records it as a payout sender. */
async function lockSender(trx: Trx, networkId: number, sender: string): Promise<void> {
  await trx
    .insertInto('payout_sender')
    .values({ network_id: networkId, sender })
    .onConflict((conflict) => conflict.columns(['network_id', 'sender']).doUpdateSet({ sender }))
    .execute();
}

/**
 * Returns the lowest nonce without a payout.
 *
 * @throws NonceUnsigned because if the signer rejects a lower nonce, the network would wait for it before later nonces
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

/** Returns the first nonce without a payout. */
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
 * Checks the limit and counts the amount in one statement. A withdrawal that is signed again counts once, because its
 * earlier attempt was not paid out.
 *
 * @returns false if the limit is used up
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

/** Returns the time at which enough of the limit is available for an amount. */
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
