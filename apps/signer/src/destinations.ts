import type { Clock } from '@wusd/server-kit/clock';
import type { Db, Trx } from './database/database.ts';
import type { Destination, Product } from './ordered-payouts.ts';

/** Records destinations that are new to the signer, each with its own time. Those that it knows stay as they are. */
export async function recordDestinations(db: Db | Trx, clock: Clock, seen: readonly Destination[]): Promise<void> {
  const first_seen_at = clock.now();
  const chunk = 1000;
  for (let from = 0; from < seen.length; from += chunk)
    await db
      .insertInto('destination')
      .values(
        seen
          .slice(from, from + chunk)
          .map(({ networkId, address, memo }) => ({ network_id: networkId, address, memo: memo ?? '', first_seen_at })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** When the signer first saw a destination: now, if it never did. */
export async function firstSeen(db: Db | Trx, clock: Clock, destination: Destination): Promise<Date> {
  await recordDestinations(db, clock, [destination]);
  const { first_seen_at } = await db
    .selectFrom('destination')
    .select('first_seen_at')
    .where('network_id', '=', destination.networkId)
    .where('address', '=', destination.address)
    .where('memo', '=', destination.memo ?? '')
    .executeTakeFirstOrThrow();
  return first_seen_at;
}

/** Between two looks; an hour more, for clocks that differ and transactions that take long. */
const overlapMs = 60 * 60_000;

/**
 * Reads the addresses that customers have saved, so that a payout to one of them does not begin to wait only when it is due.
 *
 * @returns a look to be repeated. The first reads all addresses
 */
export function watchDestinations(db: Db, product: Product, clock: Clock): () => Promise<void> {
  let since = new Date(0);
  return async () => {
    const begun = clock.now();
    await recordDestinations(db, clock, await product.destinationsSince(since));
    since = new Date(begun.getTime() - overlapMs);
  };
}
