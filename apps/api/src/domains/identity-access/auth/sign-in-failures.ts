import { sql } from 'kysely';
import type { Origin } from '../../../platform/security/origin.ts';
import type { Services } from '../../services.ts';

/** Rate limit of sign-ins per IP address: number of attempts, and the window in seconds. */
export const signInsPerAddress = [300, 60] as const;
/** Failures after which sign-in to an account pauses: from one device, and from one IP address with any device id. */
const triesBeforePause = { device: 5, address: 25 };
const pauseMs = 15 * 60_000;

type Place = Pick<Origin, 'device' | 'address'>;
const countersOf = ({ device, address }: Place): string[] => [`device ${device}`, `address ${address}`];

/** @param account blind index of the email address or the credential, even if no account exists */
export async function isSignInPaused({ db, clock }: Services, account: Buffer, place: Place): Promise<boolean> {
  const pause = await db
    .selectFrom('login_failure')
    .select('paused_until')
    .where('account_index', '=', account)
    .where('device', 'in', countersOf(place))
    .where('paused_until', '>', clock.now())
    .executeTakeFirst();
  return pause !== undefined;
}

/** Counts a failure for the device and for the address separately, so that nobody can lock out another person. */
export async function countSignInFailures(services: Services, account: Buffer, place: Place): Promise<void> {
  const [device = '', address = ''] = countersOf(place);
  await countFailure(services, account, device, triesBeforePause.device);
  await countFailure(services, account, address, triesBeforePause.address);
}

export async function forgetSignInFailures({ db }: Services, account: Buffer, place: Place): Promise<void> {
  await db
    .deleteFrom('login_failure')
    .where('account_index', '=', account)
    .where('device', 'in', countersOf(place))
    .execute();
}

function countFailure({ db, clock }: Services, account: Buffer, device: string, limit: number): Promise<unknown> {
  const now = clock.now();
  const pausedUntil = new Date(now.getTime() + pauseMs);
  // The count restarts after a pause, or when the last failure is older than the duration of a pause.
  const isCountOver = sql<boolean>`login_failure.paused_until is not null or login_failure.last_at < ${new Date(now.getTime() - pauseMs)}`;
  return db
    .insertInto('login_failure')
    .values({ account_index: account, device, failures: 1, paused_until: null, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_index', 'device']).doUpdateSet({
        failures: sql<number>`case when ${isCountOver} then 1 else login_failure.failures + 1 end`,
        paused_until: sql<Date | null>`case when not (${isCountOver}) and login_failure.failures + 1 >= ${limit} then ${pausedUntil}::timestamptz end`,
        last_at: now,
      }),
    )
    .execute();
}
