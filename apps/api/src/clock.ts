import type { Kysely } from 'kysely';
import type { Database } from './database/types.ts';

/** The only source of time for deadlines. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface SharedClock extends Clock {
  /** Reads the offset that all nodes share. */
  refresh(): Promise<void>;
  /** Moves time forward on every node. */
  advance(seconds: number): Promise<Date>;
}

/** System time plus an offset kept in one row, so that letting a day pass reaches every node. Test mode only. */
export async function createSharedClock(db: Kysely<Database>, system: Clock = systemClock): Promise<SharedClock> {
  let offset = 0n;
  const clock: SharedClock = {
    now: () => new Date(system.now().getTime() + Number(offset)),
    async refresh() {
      const row = await db.selectFrom('clock').select('offset_ms').executeTakeFirst();
      offset = BigInt(row?.offset_ms ?? 0);
    },
    async advance(seconds) {
      const row = await db
        .updateTable('clock')
        .set((eb) => ({ offset_ms: eb('offset_ms', '+', String(seconds * 1000)) }))
        .returning('offset_ms')
        .executeTakeFirstOrThrow();
      offset = BigInt(row.offset_ms);
      return clock.now();
    },
  };
  await clock.refresh();
  return clock;
}
