import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, liftTimeLimits, transact } from './database.ts';

/**
 * Creates the partitions of the current month and the three months after it, by the given clock. If a clock jumps
 * further, its rows go to the default partition until partitions exist.
 *
 * @returns the number of created partitions
 */
export function createTimePartitions(db: Db, clock: Clock): Promise<number> {
  return transact(db, async (trx) => {
    await liftTimeLimits(trx);
    const { rows } = await sql<{ made: number }>`select create_time_partitions(${clock.now()}) as made`.execute(trx);
    return rows[0]?.made ?? 0;
  });
}
