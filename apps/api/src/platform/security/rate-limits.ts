import { sql } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { PlatformServices } from '../services.ts';
import { rateLimitAddress } from './addresses.ts';

/**
 * Counts one use of `key` in a window that all nodes share. The window starts with the first use.
 *
 * @throws AppError TOO_MANY_REQUESTS beyond `limit`, with the end of the window
 */
export async function consumeRateLimit(
  { db, clock }: Pick<PlatformServices, 'db' | 'clock'>,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  const now = clock.now();
  const windowMs = windowSeconds * 1000;
  const isOpen = sql<boolean>`throttle.window_start > ${new Date(now.getTime() - windowMs)}`;
  const row = await db
    .insertInto('throttle')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOpen} then throttle.count + 1 else 1 end`,
        window_start: sql<Date>`case when ${isOpen} then throttle.window_start else excluded.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  if (row.count > limit)
    throw new AppError('TOO_MANY_REQUESTS', {
      availableAt: new Date(row.window_start.getTime() + windowMs).toISOString(),
    });
}

/**
 * Applies {@link consumeRateLimit} to an anonymous caller by address. An IPv6 address counts by its /64 prefix.
 *
 * @param name the limited operation, e.g. `register`
 * @throws AppError TOO_MANY_REQUESTS
 */
export function consumeRateLimitByAddress(
  services: Pick<PlatformServices, 'db' | 'clock'>,
  name: string,
  address: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  return consumeRateLimit(services, `${name}:${rateLimitAddress(address)}`, limit, windowSeconds);
}
