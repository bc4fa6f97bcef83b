import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from './database/database.ts';
import type { Destination, ProductReader } from './ordered-payouts.ts';
import { createScan } from './scan.ts';

/** Records destinations that are new to the signer with the current time. Known destinations remain unchanged. */
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

/** Records a destination if it is new. @returns the time when the signer first saw it */
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

/** Creates a scan of the addresses that customers save. */
export function createDestinationScan(db: Db, product: ProductReader, clock: Clock): () => Promise<void> {
  return createScan(
    clock,
    (since, until) => product.destinationsBetween(since, until),
    (page) => recordDestinations(db, clock, page),
  );
}
