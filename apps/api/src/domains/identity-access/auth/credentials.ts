import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { shareOfAddress, shareOfCustomer, verifyPassword } from '../../../platform/security/passwords.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { type Customer, emailIndex, findCustomerByEmail, isEmail } from '../../../commands/customers.ts';
import { recordAccessFailures } from '../../../commands/access-failures.ts';
import type { Services } from '../../services.ts';
import type { Origin } from '../../../platform/security/origin.ts';

/** Wrong passwords before sign-in to an account pauses: from one device, and from one address with any device id. */
const triesBeforePause = { device: 5, address: 25 };
const pauseMs = 15 * 60_000;

/**
 * Decrypts and verifies credentials. An unknown account, a wrong password and a paused account take the same work and get the same
 * answer. Failures pause the account only for their device and address, so that nobody can lock out somebody else.
 *
 * @throws AppError SEALED_PAYLOAD_UNREADABLE, INVALID_ACCOUNT (malformed), INVALID_CREDENTIALS, ACCOUNT_UNAVAILABLE (after a correct password only), TOO_MANY_REQUESTS
 */
export async function checkCredentials(services: Services, payload: string, origin: Origin): Promise<Customer> {
  const { device, address } = origin;
  const { db, clock, vault, sealingKeys } = services;
  await consumeRateLimit(services, `login:${address}`, 300, 60);
  const { username, password } = readCredentials(await sealingKeys.open(payload));
  if (!isEmail(username)) throw new AppError('INVALID_ACCOUNT', { field: '/username' });
  const account = emailIndex(vault, username);

  const now = clock.now();
  const counters = [`device ${device}`, `address ${address}`];
  const pause = await db
    .selectFrom('login_failure')
    .select('paused_until')
    .where('account_index', '=', account)
    .where('device', 'in', counters)
    .where('paused_until', '>', now)
    .executeTakeFirst();
  const customer = await findCustomerByEmail(db, vault, username);
  // A known device uses the customer's share of the hashing queue and doesn't wait for strangers, who can't know its id.
  const isKnown = await isKnownDevice(db, customer?.id ?? '', device);
  const share = isKnown && customer ? shareOfCustomer(customer.id) : shareOfAddress(address);
  const correct = await verifyPassword(password, customer?.passwordHash, share);

  if (pause || !correct || !customer) {
    if (!pause) {
      await countFailure(services, account, `device ${device}`, triesBeforePause.device, now);
      await countFailure(services, account, `address ${address}`, triesBeforePause.address, now);
    }
    await recordFailure(services, account, customer?.id, pause ? 'sign-in paused' : 'wrong password', origin);
    throw new AppError('INVALID_CREDENTIALS');
  }
  await db.deleteFrom('login_failure').where('account_index', '=', account).where('device', 'in', counters).execute();
  if (customer.status !== 'active') throw new AppError('ACCOUNT_UNAVAILABLE');
  return customer;
}

function recordFailure(
  services: Services,
  account: Buffer,
  customerId: string | undefined,
  act: 'sign-in paused' | 'wrong password',
  { agent, network }: Origin,
): Promise<void> {
  const key = customerId ?? `email:${account.toString('hex')}`;
  return recordAccessFailures(services, [{ account: key, customerId, act, agent, network }]);
}

function countFailure({ db }: Services, account: Buffer, device: string, limit: number, now: Date): Promise<unknown> {
  const pausedUntil = new Date(now.getTime() + pauseMs);
  // The count restarts after a pause, and once the last failure is as old as a pause is long.
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

async function isKnownDevice(db: Db, customerId: string, device: string): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('device', '=', device)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

function readCredentials(value: unknown): { username: string; password: string } {
  if (typeof value === 'object' && value !== null && 'username' in value && 'password' in value) {
    const { username, password } = value;
    if (typeof username === 'string' && typeof password === 'string' && password.length <= 1024)
      return { username: username.trim(), password };
  }
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}
