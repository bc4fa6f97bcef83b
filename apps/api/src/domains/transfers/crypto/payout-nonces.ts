import { sql } from 'kysely';
import type { Trx } from '../../../platform/database/database.ts';
import { PayoutRejected } from '../../../gateways/payout-port.ts';
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

export interface NonceRequest {
  sender: string;
  /** The next nonce that the network expects: one that was used elsewhere is skipped. */
  firstNonce: bigint;
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
 * @throws DailyLimitReached, PayoutRejected where the amount alone is above the limit
 */
export async function allocateNonce(trx: Trx, row: CryptoWithdrawalRow, request: NonceRequest): Promise<bigint> {
  const { sender, dailyLimit, now } = request;
  if (dailyLimit !== undefined && BigInt(row.amount) > dailyLimit)
    throw new PayoutRejected('The amount exceeds the daily limit', 'payout-limit');
  for (;;) {
    const nonce = await nextNonce(trx, row.network_id, request);
    if (await countUsage(trx, row, nonce, request)) return nonce;
    if (!(await isUsed(trx, row.network_id, sender, nonce)))
      throw new DailyLimitReached((await availableAt(trx, row, request)) ?? new Date(now.getTime() + windowMs));
  }
}

async function nextNonce(trx: Trx, networkId: number, { sender, firstNonce }: NonceRequest): Promise<bigint> {
  const first = firstNonce.toString();
  const { next } = await trx
    .insertInto('payout_nonce')
    .values({ network_id: networkId, sender, next: (firstNonce + 1n).toString() })
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
 * Checks the limit and counts the amount in one statement.
 *
 * @returns false where the limit or the nonce is used up
 */
async function countUsage(
  trx: Trx,
  { id, network_id: networkId, currency, amount }: CryptoWithdrawalRow,
  nonce: bigint,
  { sender, dailyLimit, now }: NonceRequest,
): Promise<boolean> {
  const limit = dailyLimit?.toString() ?? null;
  const { rows } = await sql`
    insert into payout_usage (network_id, sender, nonce, withdrawal_id, currency, amount, signed_at)
    select ${networkId}, ${sender}, ${nonce.toString()}::bigint, ${id}, ${currency}, ${amount}::numeric, ${now}
    where ${limit}::numeric is null or ${amount}::numeric + (
      select coalesce(sum(u.amount), 0) from payout_usage u
      where u.network_id = ${networkId} and u.sender = ${sender} and u.currency = ${currency} and u.signed_at > ${since(now)}
    ) <= ${limit}::numeric
    on conflict do nothing
    returning nonce
  `.execute(trx);
  return rows.length > 0;
}

async function isUsed(trx: Trx, networkId: number, sender: string, nonce: bigint): Promise<boolean> {
  const row = await trx
    .selectFrom('payout_usage')
    .select('nonce')
    .where('network_id', '=', networkId)
    .where('sender', '=', sender)
    .where('nonce', '=', nonce.toString())
    .executeTakeFirst();
  return row !== undefined;
}

/** When enough has left the window for an amount to fit. */
async function availableAt(
  trx: Trx,
  { network_id: networkId, currency, amount }: CryptoWithdrawalRow,
  { sender, dailyLimit, now }: NonceRequest,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    with used as (
      select signed_at, sum(amount) over (order by signed_at, nonce) as freed, sum(amount) over () as total from payout_usage
      where network_id = ${networkId} and sender = ${sender} and currency = ${currency} and signed_at > ${since(now)}
    )
    select min(signed_at) as at from used where total - freed + ${amount}::numeric <= ${(dailyLimit ?? 0n).toString()}::numeric
  `.execute(trx);
  const at = rows[0]?.at;
  return at ? new Date(at.getTime() + windowMs) : undefined;
}

const since = (now: Date): Date => new Date(now.getTime() - windowMs);
