import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, liftTimeLimits, transact } from './database.ts';

/**
 * Makes the partitions of this month and of the three after it, by the clock that is passed in. A clock that jumps leaves rows in the
 * default partition until then.
 *
 * @returns how many were made
 */
export function createTimePartitions(db: Db, clock: Clock): Promise<number> {
  return transact(db, async (trx) => {
    await liftTimeLimits(trx);
    const { rows } = await sql<{ made: number }>`select create_time_partitions(${clock.now()}) as made`.execute(trx);
    return rows[0]?.made ?? 0;
  });
}
