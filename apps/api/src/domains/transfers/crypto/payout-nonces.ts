import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import { type NonceOffer, PayoutRejected } from '../../../gateways/payout-port.ts';
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

/** Every nonce that the network would take now belongs to a payout in flight. */
export class NoNonceFree extends Error {
  override readonly name = 'NoNonceFree';

  constructor() {
    super('All nonces of the sender are in use');
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
 * @throws DailyLimitReached, NoNonceFree, PayoutRejected where the amount alone is above the limit
 */
export async function allocateNonce(trx: Trx, row: CryptoWithdrawalRow, request: NonceRequest): Promise<string> {
  const { sender, offer, dailyLimit, now } = request;
  if (dailyLimit !== undefined && BigInt(row.amount) > dailyLimit)
    throw new PayoutRejected('The amount exceeds the daily limit', 'payout-limit');
  const candidates =
    'from' in offer
      ? consecutive(trx, row.network_id, sender, offer.from)
      : await freeAmong(trx, row.network_id, sender, offer.anyOf);
  for await (const nonce of candidates) {
    if (await countUsage(trx, row, nonce, request)) return nonce;
    if (!(await isUsed(trx, row.network_id, sender, nonce)))
      throw new DailyLimitReached((await availableAt(trx, row, request)) ?? new Date(now.getTime() + windowMs));
  }
  throw new NoNonceFree();
}

async function* consecutive(trx: Trx, networkId: number, sender: string, from: bigint): AsyncGenerator<string> {
  for (;;) yield (await nextNonce(trx, networkId, sender, from)).toString();
}

/** Those that no payout has. Locks the sender, which also makes it known as one of ours. */
async function freeAmong(
  trx: Trx,
  networkId: number,
  sender: string,
  nonces: readonly string[],
): Promise<readonly string[]> {
  await trx
    .insertInto('payout_nonce')
    .values({ network_id: networkId, sender, next: '0' })
    .onConflict((conflict) => conflict.columns(['network_id', 'sender']).doUpdateSet({ next: '0' }))
    .execute();
  const taken = await trx
    .selectFrom('payout_usage')
    .select('nonce')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', 'in', nonces.length > 0 ? [...nonces] : [''])
    .execute();
  const used = new Set(taken.map(({ nonce }) => nonce));
  return nonces.filter((each) => !used.has(each));
}

async function nextNonce(trx: Trx, networkId: number, sender: string, from: bigint): Promise<bigint> {
  const first = from.toString();
  const { next } = await trx
    .insertInto('payout_nonce')
    .values({ network_id: networkId, sender, next: (from + 1n).toString() })
    .onConflict((conflict) =>
      conflict
        .columns(['network_id', 'sender'])
        .doUpdateSet({ next: sql<string>`greatest(payout_nonce.next, ${first}::bigint) + 1` }),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return BigInt(next) - 1n;
}

/**
 * Checks the limit and counts the amount in one statement. A withdrawal that is signed anew counts once: nothing of it has left.
 *
 * @returns false where the limit or the nonce is used up
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
    on conflict do nothing
    returning nonce
  `.execute(trx);
  return rows.length > 0;
}

async function isUsed(trx: Trx, networkId: number, sender: string, nonce: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payout_usage')
    .select('nonce')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return row !== undefined;
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
