import type { Clock } from '@wusd/server-kit/clock';

/** Clocks differ, and transactions take their time: this much is read again, and ahead. */
const toleranceMs = 60 * 60_000;

/**
 * Reads what customers add to the product, so that its delay does not begin only when a payout is due.
 *
 * @param read rows that were created between two times, in pages
 * @returns what is to be called again and again. The first call reads all rows
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
