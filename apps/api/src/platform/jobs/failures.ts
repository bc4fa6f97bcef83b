import { closeAlert, raiseAlert } from '../alerts/alerts.ts';
import { audit } from '../audit/audit.ts';
import { transact, type Db } from '../database/database.ts';
import type { PlatformServices } from '../services.ts';
import { serializeError } from '@wusd/server-kit/errors/loggable-error';
import { backoffMs } from './backoff.ts';

/** Attempts before an item becomes a dead letter: about an hour and a quarter. */
export const mostAttempts = 15;
/** Failures of a whole queue before operators are alerted: two to three minutes. */
export const mostQueueAttempts = 9;
export const ofItem = { firstMs: 1000, longestMs: 15 * 60_000 };
/** Back-off of a whole queue, which usually fails because its gateway is down. */
const ofQueue = { firstMs: 1000, longestMs: 60_000 };

type FailureServices = Pick<PlatformServices, 'db' | 'clock' | 'log'>;

/** Returns the name of a dead letter for operators, e.g. `payouts:polygon/ctx_01jq`. */
const letterOf = (queue: string, item: string): string => `${queue}/${item}`;

export interface BlockedItem {
  attempts: number;
  /** Whether the item must not be retried yet. */
  isWaiting: boolean;
}

/** Returns the items of a queue that failed and have not succeeded since, by id. */
export async function readFailures(db: Db, queue: string, now: Date): Promise<Map<string, BlockedItem>> {
  const rows = await db
    .selectFrom('job_failure')
    .select(['item', 'attempts', 'retry_at', 'dead_at'])
    .where('queue', '=', queue)
    .execute();
  return new Map(
    rows.map(({ item, attempts, retry_at: retryAt, dead_at: deadAt }) => [
      item,
      { attempts, isWaiting: deadAt !== null || retryAt > now },
    ]),
  );
}

/** Returns the failures of whole queues since their last complete run, by queue. */
export async function readQueueFailures(
  db: Db,
  queues: readonly string[],
  now: Date,
): Promise<Map<string, BlockedItem>> {
  if (queues.length === 0) return new Map();
  const rows = await db
    .selectFrom('job_failure')
    .select(['queue', 'attempts', 'retry_at'])
    .where('queue', '=', (eb) => eb.fn.any(eb.val(queues)))
    .where('item', '=', '')
    .execute();
  return new Map(rows.map(({ queue, attempts, retry_at: retryAt }) => [queue, { attempts, isWaiting: retryAt > now }]));
}

export interface FailedAttempt {
  queue: string;
  /** Empty for the whole queue, which is never a dead letter. */
  item: string;
  error: unknown;
  /** Failed attempts, including this one. */
  attempts: number;
  networkId?: number | undefined;
  /** The work never ends, e.g. counting confirmations. It is retried indefinitely, and operators get an alert. */
  isEndless?: boolean;
}

/**
 * Records and logs a failed attempt. The last attempt makes the item a dead letter and alerts operators.
 *
 * @returns the time of the next attempt
 */
export async function recordFailure(
  { db, clock, log }: FailureServices,
  { queue, item, error, attempts, networkId, isEndless = false }: FailedAttempt,
  random: () => number,
): Promise<{ retryAt: Date; isDead: boolean }> {
  const now = clock.now();
  const retryAt = new Date(now.getTime() + backoffMs(attempts, item === '' ? ofQueue : ofItem, random));
  const isExhausted = item !== '' && attempts >= mostAttempts;
  const isDead = isExhausted && !isEndless;
  const { stack: _, ...kept } = serializeError(error);
  await db
    .insertInto('job_failure')
    .values({
      queue,
      item,
      attempts,
      error: JSON.stringify(kept),
      first_failed_at: now,
      last_failed_at: now,
      retry_at: retryAt,
      dead_at: isDead ? now : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['queue', 'item']).doUpdateSet((eb) => ({
        attempts,
        error: eb.ref('excluded.error'),
        last_failed_at: now,
        retry_at: retryAt,
        dead_at: isDead ? now : null,
      })),
    )
    .execute();
  const about = { queue, ...(item !== '' && { entityId: item }), ...(networkId !== undefined && { networkId }) };
  log.warn({ event: 'job-failed', ...about, attempts, retryAt, err: error }, 'a job failed');
  if (isExhausted)
    await raiseAlert(
      { db, clock, log },
      {
        kind: 'dead-letter',
        entityId: letterOf(queue, item),
        details: { attempts: String(attempts), error: `${kept.type} ${kept.message}`.trim() },
      },
    );
  if (item === '' && attempts >= mostQueueAttempts)
    await raiseAlert(
      { db, clock, log },
      { kind: 'queue-failing', entityId: queue, details: { error: `${kept.type} ${kept.message}`.trim() } },
    );
  return { retryAt, isDead };
}

/** Deletes the failures of an item that succeeded or no longer exists. */
export async function clearFailure({ db, clock, log }: FailureServices, queue: string, item: string): Promise<void> {
  const gone = await db
    .deleteFrom('job_failure')
    .where('queue', '=', queue)
    .where('item', '=', item)
    .returning('attempts')
    .executeTakeFirst();
  if (item === '' && gone && gone.attempts >= mostQueueAttempts)
    await closeAlert({ db, clock, log }, { kind: 'queue-failing', entityId: queue }, 'system');
  if (gone && gone.attempts >= mostAttempts && item !== '')
    await closeAlert({ db, clock, log }, { kind: 'dead-letter', entityId: letterOf(queue, item) }, 'system');
}

/**
 * Retries a dead letter and resets its attempts.
 *
 * @param letter name from the alert, e.g. `payouts:polygon/ctx_01jq`
 * @returns whether the dead letter existed
 */
export async function retryDeadLetter(services: PlatformServices, letter: string, operator: string): Promise<boolean> {
  const { db, clock, log, notifier } = services;
  const at = letter.indexOf('/');
  const [queue, item] = [letter.slice(0, at), letter.slice(at + 1)];
  const isFound = await transact(db, async (trx) => {
    const dead = await trx
      .deleteFrom('job_failure')
      .where('queue', '=', queue)
      .where('item', '=', item)
      .where((eb) => eb.or([eb('dead_at', 'is not', null), eb('attempts', '>=', mostAttempts)]))
      .returning('attempts')
      .executeTakeFirst();
    if (!dead) return false;
    for (const table of ['message', 'identity_check'] as const)
      await trx.updateTable(table).set({ due_at: clock.now(), attempts: 0 }).where('id', '=', item).execute();
    await closeAlert({ db: trx, clock, log }, { kind: 'dead-letter', entityId: letter }, operator);
    await audit(trx, clock, {
      customerId: undefined,
      actor: 'Operations',
      act: 'dead letter retried',
      details: { queue, item, operator },
    });
    return true;
  });
  if (isFound) await notifier.send('messages', 'identity', 'withdrawals', 'orders');
  return isFound;
}
