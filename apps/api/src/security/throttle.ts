import { sql } from 'kysely';
import { Failure } from '../http/failure.ts';
import type { Services } from '../domains/services.ts';

/**
 * Counts one use of `key` in a window that all nodes share.
 *
 * @throws Failure TOO_MANY_REQUESTS beyond `limit`, saying when the window ends
 */
export async function take(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  const now = clock.now();
  const windowMs = windowSeconds * 1000;
  const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
  const row = await db
    .insertInto('throttle')
    .values({ key, window_start: start, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when throttle.window_start = excluded.window_start then throttle.count + 1 else 1 end`,
        window_start: sql<Date>`excluded.window_start`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (row.count > limit)
    throw new Failure('TOO_MANY_REQUESTS', { availableAt: new Date(start.getTime() + windowMs).toISOString() });
}
