import { sql } from 'kysely';
import type { Db } from './database.ts';

/** `busy`: no answer within the limit, e.g. because every connection of the pool waits for a lock. */
export type DatabaseState = 'ok' | 'busy' | 'unavailable';

/** Whether the pool answers within the time limit. */
export async function checkDatabase(db: Db, limitMs: number): Promise<DatabaseState> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<DatabaseState>((resolve) => {
    timer = setTimeout(() => resolve('busy'), limitMs);
  });
  const answer = sql`select 1`.execute(db).then(
    (): DatabaseState => 'ok',
    (): DatabaseState => 'unavailable',
  );
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}
