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
  /** Time goes forward alone: what was read before it moved may be heard of after. */
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
