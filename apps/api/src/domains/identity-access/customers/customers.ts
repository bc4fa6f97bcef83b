import { randomInt } from 'node:crypto';
import { currencies, scopes as allScopes } from '@wusd/api-sdk/domain';
import { sql } from 'kysely';
import type { Corporate, Identity } from '../../../gateways/ports.ts';
import {
  type Customer,
  emailIndex,
  lockCustomer,
  type Personal,
  readPersonal,
  sealedPersonal,
  sealPersonal,
} from '../../../commands/customers.ts';
import type { Clock } from '@wusd/server-kit/clock';
import type { Trx } from '../../../platform/database/database.ts';
import { createId } from '../../../platform/ids.ts';
import { customerAccount } from '../../../ledger/ledger.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { identityStates } from '../identity/states.ts';
import { accountStates } from './states.ts';

export interface NewCustomer {
  accountType: Customer['accountType'];
  status: Customer['status'];
  identityStatus: Customer['identityStatus'];
  onboarded: boolean;
  language: string;
  email: string;
  phone: string;
  fullName: string;
  passwordHash: string;
  totpSecret?: string;
  identity?: Identity;
  corporate?: Corporate;
}

/**
 * Returns all scopes of a customer. A scope does not imply other scopes, so parent scopes are listed too. A corporate
 * account has only the account scopes until it is onboarded. An unverified identity does not remove scopes: it blocks
 * withdrawals and swaps.
 */
export function scopesOf({ accountType, onboarded }: Pick<Customer, 'accountType' | 'onboarded'>): readonly string[] {
  return accountType === 'corporate' && !onboarded ? ['account', 'account.profile', 'account.security'] : allScopes;
}

/** Creates a customer, and a wallet account with its ledger account for every currency. */
export async function createCustomer(trx: Trx, clock: Clock, vault: Vault, customer: NewCustomer): Promise<string> {
  const id = createId('usr', clock);
  const { email, phone, fullName, identity, corporate } = customer;
  const reference = `WU${randomInt(10 ** 8, 10 ** 9)}`;
  await trx
    .insertInto('customer')
    .values({
      id,
      account_type: customer.accountType,
      status: customer.status,
      identity_status: customer.identityStatus,
      onboarded: customer.onboarded,
      language: customer.language,
      personal_sealed: sealPersonal({ email, phone, fullName, identity, corporate }, id, vault),
      totp_sealed: customer.totpSecret === undefined ? null : vault.seal(customer.totpSecret, `totp:${id}`),
      totp_last_step: null,
      password_hash: customer.passwordHash,
      reference,
      created_at: clock.now(),
    })
    .execute();
  await trx
    .insertInto('customer_email')
    .values({ email_index: emailIndex(vault, email), customer_id: id })
    .execute();
  await trx.insertInto('customer_reference').values({ reference, customer_id: id }).execute();
  for (const currency of currencies) {
    const account = await customerAccount(trx, clock, id, currency);
    await trx
      .insertInto('wallet_account')
      .values({ id: createId('wal', clock), customer_id: id, currency, account_id: account, updated_at: clock.now() })
      .execute();
  }
  await recordTransition(trx, clock, accountStates, {
    id,
    customerId: id,
    from: null,
    to: customer.status,
    actor: 'customer',
  });
  await recordTransition(trx, clock, identityStates, {
    id,
    customerId: id,
    from: null,
    to: customer.identityStatus,
    actor: 'customer',
  });
  return id;
}

/** @param id id of a customer whose row this transaction has locked */
async function changePersonal(trx: Trx, vault: Vault, id: string, changes: Partial<Personal>): Promise<void> {
  const personal = { ...(await readPersonal(trx, vault, id)), ...changes };
  await trx
    .updateTable('customer')
    .set({ personal_sealed: sealPersonal(personal, id, vault) })
    .where('id', '=', id)
    .execute();
}

/**
 * Re-encrypts a customer's personal data and authenticator secret under the current key.
 * @returns whether any of them used an older key
 */
export async function reencryptCustomer(trx: Trx, vault: Vault, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('customer')
    .select(['personal_sealed', 'totp_sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const personal = sealedPersonal.reseal(vault, row.personal_sealed, id);
  const totp = row.totp_sealed === null ? undefined : vault.reseal(row.totp_sealed, `totp:${id}`);
  if (!personal && !totp) return false;
  await trx
    .updateTable('customer')
    .set({ ...(personal && { personal_sealed: personal }), ...(totp && { totp_sealed: totp }) })
    .where('id', '=', id)
    .execute();
  return true;
}

/** @param id id of a customer whose row this transaction has locked */
export function replaceIdentity(trx: Trx, vault: Vault, id: string, identity: Identity): Promise<void> {
  return changePersonal(trx, vault, id, { identity, fullName: identity.fullName });
}

export async function setIdentityStatus(
  trx: Trx,
  id: string,
  { status, reason, onboarded }: { status: Customer['identityStatus']; reason: string | null; onboarded?: boolean },
): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ identity_status: status, identity_reason: reason, ...(onboarded !== undefined && { onboarded }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks an email address until the transaction ends, so that only one customer can claim it.
 * @returns whether the address is free
 */
export async function lockEmail(trx: Trx, vault: Vault, email: string): Promise<boolean> {
  const index = emailIndex(vault, email);
  await sql`select pg_advisory_xact_lock(${index.readBigInt64BE(0).toString()}::bigint)`.execute(trx);
  const owner = await trx
    .selectFrom('customer_email')
    .select('customer_id')
    .where('email_index', '=', index)
    .executeTakeFirst();
  return owner === undefined;
}

/** Activates an account with a verified phone number. @returns false if the account is not pending activation */
export async function activateCustomer(
  trx: Trx,
  clock: Clock,
  vault: Vault,
  id: string,
  phone: string,
): Promise<boolean> {
  const { status } = await lockCustomer(trx, vault, id);
  if (status !== 'pending activation') return false;
  await recordTransition(trx, clock, accountStates, {
    id,
    customerId: id,
    from: status,
    to: 'active',
    actor: 'customer',
  });
  await trx.updateTable('customer').set({ status: 'active' }).where('id', '=', id).execute();
  await changePersonal(trx, vault, id, { phone });
  return true;
}

export async function setPassword(trx: Trx, id: string, passwordHash: string): Promise<void> {
  await trx.updateTable('customer').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

export async function setStatus(trx: Trx, id: string, status: Customer['status']): Promise<void> {
  await trx.updateTable('customer').set({ status }).where('id', '=', id).execute();
}

const cooldownMs = 24 * 60 * 60_000;

/** Blocks withdrawals for 24 hours, e.g. after a change of password, phone number or email address. */
export async function startCooldown(trx: Trx, clock: Clock, id: string): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ cooldown_ends_at: new Date(clock.now().getTime() + cooldownMs) })
    .where('id', '=', id)
    .execute();
}

/**
 * @param id id of a customer whose row this transaction has locked; a new email address is locked too ({@link
 *   lockEmail})
 */
export async function changeContact(
  trx: Trx,
  vault: Vault,
  id: string,
  contact: { phone: string | undefined } | { email: string },
): Promise<void> {
  await changePersonal(trx, vault, id, contact);
  if ('email' in contact)
    await trx
      .updateTable('customer_email')
      .set({ email_index: emailIndex(vault, contact.email) })
      .where('customer_id', '=', id)
      .execute();
}

/** @param id id of a customer whose row this transaction has locked */
export function setAntiPhishingCode(trx: Trx, vault: Vault, id: string, antiPhishingCode: string): Promise<void> {
  return changePersonal(trx, vault, id, { antiPhishingCode });
}
