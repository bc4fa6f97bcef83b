import * as v from 'valibot';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { findPassword, shareOfAddress, shareOfCustomer } from '../../../platform/security/passwords.ts';
import type { QueueShare } from '../../../platform/security/fair-queue.ts';
import { consumeRateLimit } from '../../../platform/security/rate-limits.ts';
import { type Customer, emailIndex, findCustomerByEmail, isEmail } from '../../../commands/customers.ts';
import { recordAccessFailures } from '../../../commands/access-failures.ts';
import { pendingPasswords } from '../registration/registrations.ts';
import type { Services } from '../../services.ts';
import type { Origin } from '../../../platform/security/origin.ts';
import { countSignInFailures, forgetSignInFailures, isSignInPaused, signInsPerAddress } from './sign-in-failures.ts';

/**
 * Decrypts and verifies credentials. An unknown account, a wrong password and a paused account take the same work and
 * return the same error. Failures pause sign-in only for the device and address that caused them, so that nobody can
 * lock out another person.
 *
 * The correct password of a registration that is not activated returns ACTIVATION_PENDING, even if the address has an
 * account: the caller knows the password from registering. This neither counts as a failure nor resets failures.
 *
 * @throws AppError SEALED_PAYLOAD_UNREADABLE, INVALID_ACCOUNT (malformed), INVALID_CREDENTIALS, ACTIVATION_PENDING,
 *   ACCOUNT_UNAVAILABLE (both after a correct password only), TOO_MANY_REQUESTS
 */
export async function checkCredentials(
  services: Services,
  payload: string,
  origin: Origin,
): Promise<{ customer: Customer; browserKey: string | undefined }> {
  const { address } = origin;
  const { db, clock, vault, sealingKeys } = services;
  await consumeRateLimit(services, `login:${address}`, ...signInsPerAddress);
  const { username, password, browserKey } = readCredentials(await sealingKeys.open(payload));
  if (!isEmail(username)) throw new AppError('INVALID_ACCOUNT', { field: '/username' });
  const account = emailIndex(vault, username);

  const isPaused = await isSignInPaused(services, account, origin);
  const customer = await findCustomerByEmail(db, vault, username);
  const share = await shareFor(db, customer, origin);
  const pending = await pendingPasswords(db, clock, account);
  const matching = await findPassword(password, [...(customer ? [customer.passwordHash] : []), ...pending], share);
  const correct = customer !== undefined && matching === customer.passwordHash;

  if (!isPaused && !correct && matching !== undefined) throw new AppError('ACTIVATION_PENDING');
  if (isPaused || !correct) {
    if (!isPaused) await countSignInFailures(services, account, origin);
    await recordFailure(services, account, customer?.id, isPaused ? 'sign-in paused' : 'wrong password', origin);
    throw new AppError('INVALID_CREDENTIALS');
  }
  await forgetSignInFailures(services, account, origin);
  if (customer.status !== 'active') throw new AppError('ACCOUNT_UNAVAILABLE');
  return { customer, browserKey };
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

/**
 * A known device uses the customer's share of the hashing queue, so it does not wait for strangers, who can't know the
 * device id.
 */
async function shareFor(db: Db, customer: Customer | undefined, { device, address }: Origin): Promise<QueueShare> {
  const isKnown = await isKnownDevice(db, customer?.id ?? '', device);
  return isKnown && customer ? shareOfCustomer(customer.id) : shareOfAddress(address);
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

const credentials = v.object({
  username: v.pipe(v.string(), v.trim()),
  password: v.pipe(v.string(), v.maxLength(1024)),
  /** Secret of the browser that registered, for the challenge of an activation. */
  browserKey: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

function readCredentials(value: unknown): { username: string; password: string; browserKey?: string | undefined } {
  const read = v.safeParse(credentials, value);
  if (read.success) return read.output;
  throw new AppError('SEALED_PAYLOAD_UNREADABLE');
}
