import type { Db, Trx } from '../database/database.ts';
import type { PlatformServices } from '../services.ts';
import { AppError } from '../errors/app-error.ts';
import { consumeRateLimit } from '../security/rate-limits.ts';
import type { Vault } from '../security/vault.ts';
import { sql } from 'kysely';
import type { NewMessage } from './messages.ts';

type Channel = NewMessage['channel'];

/**
 * Authority of the caller that causes a message: none (`stranger`), a correct password (`sign-in`), or a session, for
 * a message to the customer's own number or address. Each has separate limits, so that bombing by strangers does not
 * block customers' codes.
 */
export type Cause = 'stranger' | 'sign-in' | 'session';

interface Allowance {
  limit: number;
  seconds: number;
}

const halfHour = 30 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Limits for each recipient and each account, across scenes and challenges. */
const allowances: Record<Cause, Record<Channel, readonly Allowance[]>> = {
  stranger: {
    sms: [
      { limit: 5, seconds: halfHour },
      { limit: 10, seconds: day },
    ],
    email: [{ limit: 10, seconds: hour }],
  },
  'sign-in': {
    sms: [
      { limit: 5, seconds: halfHour },
      { limit: 10, seconds: day },
    ],
    email: [{ limit: 30, seconds: hour }],
  },
  session: {
    sms: [
      { limit: 30, seconds: halfHour },
      { limit: 100, seconds: day },
    ],
    email: [{ limit: 60, seconds: hour }],
  },
};

type Storing = Pick<PlatformServices, 'clock'> & { db: Db | Trx };

async function takeAll(services: Storing, key: string, cause: Cause, channel: Channel): Promise<void> {
  for (const { limit, seconds } of allowances[cause][channel])
    await consumeRateLimit(services, `${channel}:${cause}:${seconds}:${key}`, limit, seconds);
}

/**
 * Counts a message to a recipient, stored as a blind index.
 *
 * @throws AppError TOO_MANY_REQUESTS with the time of the next possible message
 */
export function consumeRecipientLimit(
  services: Storing & { vault: Vault },
  channel: Channel,
  to: string,
  cause: Cause,
): Promise<void> {
  const recipient = services.vault.blindIndex(to.trim().toLowerCase(), 'recipient').toString('hex');
  return takeAll(services, `recipient:${recipient}`, cause, channel);
}

/**
 * Counts a message about an account.
 *
 * @param account a customer id, or a key for the account in an anonymous request
 */
export function consumeAccountLimit(services: Storing, channel: Channel, account: string, cause: Cause): Promise<void> {
  return takeAll(services, `account:${account}`, cause, channel);
}

/** Share of the daily SMS limit that is reserved for customers who approve a command in a session. */
const reserve = 0.2;

/**
 * Counts an SMS against the daily limit, which caps the cost.
 *
 * @param count 0 if no SMS is sent but the response must be the same
 * @throws AppError SMS_UNAVAILABLE until the day (UTC) ends
 */
export async function consumeSmsBudget(
  { db, clock, settings: { smsDailyCap } }: Storing & Pick<PlatformServices, 'settings'>,
  cause: Cause,
  count: 0 | 1,
): Promise<void> {
  const limit = cause === 'session' ? smsDailyCap : Math.floor(smsDailyCap * (1 - reserve));
  if ((await countSms({ db, clock }, count)) + (1 - count) <= limit) return;
  const midnight = new Date(clock.now());
  midnight.setUTCHours(24, 0, 0, 0);
  throw new AppError('SMS_UNAVAILABLE', { availableAt: midnight.toISOString() });
}

/** Counts an SMS that is sent regardless of the limit. @returns the number of SMS of this day (UTC) */
export async function countSms({ db, clock }: Storing, count: 0 | 1 = 1): Promise<number> {
  const now = clock.now();
  const row = await db
    .insertInto('throttle')
    .values({ key: `sms-of-day:${now.toISOString().slice(0, 10)}`, window_start: now, count })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ count: sql<number>`throttle.count + excluded.count` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}
