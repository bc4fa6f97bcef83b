import { sql } from 'kysely';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Factor } from '../platform/database/types.ts';
import { maxKnownDevices } from './known-devices.ts';
import type { PlatformServices } from '../platform/services.ts';

/** Maximum of consecutive failures for one factor of one account (NIST SP 800-63B-4, 3.2.2). */
const maxConsecutiveFailures = 100;
/**
 * Allowances of one factor: one per known device, and one each for all other devices, sessions without a known device,
 * and forgotten passwords.
 */
const buckets = maxKnownDevices + 3;
/** Number of consecutive failures in one bucket that locks the factor for that bucket. */
export const maxFailures = Math.floor(maxConsecutiveFailures / buckets);

/** Number of the failure after which delays begin. */
export const failuresBeforeDelay = 5;
const firstDelaySeconds = 30;
const longestDelaySeconds = 60 * 60;

/** Returns the seconds until the next try after a number of consecutive failures. */
export function delayAfter(failures: number): number {
  if (failures < failuresBeforeDelay) return 0;
  return Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (failures - failuresBeforeDelay));
}

const delays = Array.from({ length: maxFailures }, (_, index) => delayAfter(index + 1));

/** One try of one factor of one account. */
export interface Attempt {
  /** A customer id, or a key for the account that an unauthenticated caller named. */
  account: string;
  customerId: string | null;
  /**
   * Hash of the device id in the request. The device has its own allowance if the customer has signed in on it before.
   */
  deviceHash: string | null;
  /** The allowance that all unknown devices share. */
  bucket: string;
  factor: Factor;
}

/** A try that is allowed. It counts as a failure until its check succeeds. */
export interface Counted {
  account: string;
  factor: Factor;
  bucket: string;
  failures: number;
}

/** A try that is not allowed: the time of the next try, or undefined if the factor is locked. */
export interface Blocked {
  availableAt: Date | undefined;
}

type FailureStore = Pick<PlatformServices, 'clock'> & { db: Db | Trx };

/** Counts tries in one statement before they are checked, so that parallel guesses share the allowance. */
export async function countAttempts(
  { db, clock }: FailureStore,
  attempts: readonly Attempt[],
): Promise<(Counted | Blocked)[]> {
  const now = clock.now();
  const column = <Key extends keyof Attempt>(key: Key) => attempts.map((attempt) => attempt[key]);
  const { rows } = await sql<Omit<Counted, 'failures'> & { number: string; failures: number | null }>`
    with asked as (
      select a.number, a.factor,
        case when known.device_hash is null then a.account else a.customer_id end as account,
        case when known.device_hash is null then a.bucket else 'device ' || known.device_hash end as bucket
      from unnest(
        ${column('account')}::text[], ${column('customerId')}::text[], ${column('deviceHash')}::text[],
        ${column('bucket')}::text[], ${column('factor')}::text[]
      ) with ordinality as a(account, customer_id, device_hash, bucket, factor, number)
      left join known_device as known on known.customer_id = a.customer_id and known.device_hash = a.device_hash
    ), counted as (
      insert into factor_failure as f (account, factor, bucket, failures, available_at, last_at)
        select account, factor, bucket, 1, to_timestamp(0), ${now}::timestamptz from asked
        order by account, factor, bucket
      on conflict (account, factor, bucket) do update set
        failures = f.failures + 1,
        /* Nodes read the time a little apart: without a delay it must not matter. */
        available_at = case (${delays}::int[])[f.failures + 1] when 0 then to_timestamp(0)
          else ${now}::timestamptz + make_interval(secs => (${delays}::int[])[f.failures + 1]) end,
        last_at = excluded.last_at
      where f.available_at <= ${now} and f.failures < ${maxFailures}
      returning f.account, f.factor, f.bucket, f.failures
    )
    select asked.*, counted.failures from asked left join counted using (account, factor, bucket) order by asked.number
  `.execute(db);
  const isBlocked = rows.some(({ failures }) => failures === null);
  const standing = isBlocked ? await readCounters(db, rows) : [];
  return rows.map(({ account, factor, bucket, failures }) => {
    if (failures !== null) return { account, factor, bucket, failures };
    const counter = standing.find((row) => row.account === account && row.factor === factor && row.bucket === bucket);
    return {
      availableAt: (counter?.failures ?? 0) >= maxFailures ? undefined : (counter?.available_at ?? clock.now()),
    };
  });
}

function readCounters(db: Db | Trx, counters: readonly Pick<Counted, 'account'>[]) {
  const accounts = [...new Set(counters.map(({ account }) => account))];
  return db
    .selectFrom('factor_failure')
    .select(['account', 'factor', 'bucket', 'failures', 'available_at'])
    .where('account', '=', sql<string>`any(${accounts})`)
    .execute();
}

/** Resets the failures of factors that were verified. */
export async function resetFailures({ db }: FailureStore, proved: readonly Counted[]): Promise<void> {
  if (proved.length === 0) return;
  await sql`
    with ${locked(proved)}
    delete from factor_failure as f using locked as l
    where f.account = l.account and f.factor = l.factor and f.bucket = l.bucket
  `.execute(db);
}

/** Refunds tries that were not checked because another check of the same submission was rejected first. */
export async function refundAttempts({ db }: FailureStore, unchecked: readonly Counted[]): Promise<void> {
  if (unchecked.length === 0) return;
  await sql`
    with ${locked(unchecked)}
    update factor_failure as f set failures = greatest(f.failures - 1, 0), available_at = to_timestamp(0) from locked as l
    where f.account = l.account and f.factor = l.factor and f.bucket = l.bucket
  `.execute(db);
}

/**
 * Locks counters in the order in which they are counted: otherwise statements that update several counters could
 * deadlock.
 */
const locked = (counters: readonly Counted[]) => sql`locked as materialized (
  select account, factor, bucket from factor_failure
  where (account, factor, bucket) in (select * from unnest(
    ${counters.map(({ account }) => account)}::text[],
    ${counters.map(({ factor }) => factor)}::text[],
    ${counters.map(({ bucket }) => bucket)}::text[]
  ))
  order by account, factor, bucket for update
)`;

/**
 * Unlocks factors of a customer after the password or the factor was replaced, or after an operator verified the
 * identity.
 *
 * @param accounts the customer id and the key of the email address
 * @param factors @default all factors
 */
export async function clearFailures(
  db: Db | Trx,
  accounts: readonly string[],
  factors?: readonly Factor[],
): Promise<void> {
  await db
    .deleteFrom('factor_failure')
    .where('account', '=', sql<string>`any(${accounts})`)
    .$if(factors !== undefined, (query) => query.where('factor', 'in', [...(factors ?? [])]))
    .execute();
}
