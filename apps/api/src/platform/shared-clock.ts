import { type Clock, systemClock } from '@wusd/server-kit/clock';
import type { Kysely } from 'kysely';
import type { Database } from './database/types.ts';

export interface SharedClock extends Clock {
  /** Reads the shared offset. */
  refresh(): Promise<void>;
  /** Moves time forward on every node. */
  advance(seconds: number): Promise<Date>;
}

/** Creates a clock with the system time plus an offset in a row that all nodes read. Test mode only. */
export async function createSharedClock(db: Kysely<Database>, system: Clock = systemClock): Promise<SharedClock> {
  let offset = 0n;
  /** Ignores an older offset that arrives late: time only moves forward. */
  const take = (read: string): void => {
    if (BigInt(read) > offset) offset = BigInt(read);
  };
  const clock: SharedClock = {
    now: () => new Date(system.now().getTime() + Number(offset)),
    async refresh() {
      const row = await db.selectFrom('clock').select('offset_ms').executeTakeFirst();
      take(row?.offset_ms ?? '0');
    },
    async advance(seconds) {
      const row = await db
        .updateTable('clock')
        .set((eb) => ({ offset_ms: eb('offset_ms', '+', String(seconds * 1000)) }))
        .returning('offset_ms')
        .executeTakeFirstOrThrow();
      take(row.offset_ms);
      return clock.now();
    },
  };
  await clock.refresh();
  return clock;
}
