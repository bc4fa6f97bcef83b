import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from './database/database.ts';
import type { Destination, ProductReader } from './ordered-payouts.ts';

/** Records destinations that are new to the signer, with the present time. Those that it knows stay as they are. */
export async function recordDestinations(db: Db, clock: Clock, destinations: readonly Destination[]): Promise<void> {
  if (destinations.length === 0) return;
  const first_seen_at = clock.now();
  await db
    .insertInto('destination')
    .values(
      destinations.map(({ networkId, address, memo }) => ({
        network_id: networkId,
        address,
        memo: memo ?? '',
        first_seen_at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records a destination if it is new. @returns when the signer first saw it */
export async function noteDestination(db: Db, clock: Clock, destination: Destination): Promise<Date> {
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

/** Clocks differ, and transactions take their time: this much is read again, and ahead. */
const toleranceMs = 60 * 60_000;

/**
 * Reads the addresses that customers save, so that the delay of a payout does not begin only when it is due.
 *
 * @returns what is to be called again and again. The first call reads all addresses
 */
export function createDestinationScan(db: Db, product: ProductReader, clock: Clock): () => Promise<void> {
  let since = new Date(0);
  return async () => {
    const now = clock.now().getTime();
    for await (const page of product.destinationsBetween(since, new Date(now + toleranceMs)))
      await recordDestinations(db, clock, page);
    since = new Date(now - toleranceMs);
  };
}
