import type { Clock } from '@wusd/server-kit/clock';

/** Tolerance for clock differences and long transactions: each scan overlaps this much in both directions. */
const toleranceMs = 60 * 60_000;

/**
 * Creates a scan of rows that customers add, so that the hold period starts before a payout is due.
 *
 * @param read returns rows that were created between two times, in pages
 * @returns a function to call repeatedly. Its first call reads all rows
 */
export function createScan<T>(
  clock: Clock,
  read: (since: Date, until: Date) => AsyncIterable<T[]>,
  record: (page: T[]) => Promise<void>,
): () => Promise<void> {
  let since = new Date(0);
  return async () => {
    const now = clock.now().getTime();
    for await (const page of read(since, new Date(now + toleranceMs))) await record(page);
    since = new Date(now - toleranceMs);
  };
}
