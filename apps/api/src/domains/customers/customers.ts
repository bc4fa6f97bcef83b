import { randomInt } from 'node:crypto';
import { currencies, scopes as allScopes } from '@wusd/api-sdk/domain';
import type { operations } from '@wusd/api-sdk/operations';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import { createId } from '../../ids.ts';
import { openCustomerAccount } from '../../ledger/ledger.ts';
import type { Vault } from '../../security/vault.ts';
import { recordMove } from '../../states/states.ts';
import { identityStates } from '../identity/states.ts';
import { accountStates } from './states.ts';

type RegisterBody = operations['register']['requestBody']['content']['application/json'];
/** What identity verification needs. */
export type Identity = RegisterBody['identity'];
export type Corporate = NonNullable<RegisterBody['corporate']>;

export interface Customer {
  id: string;
  accountType: 'individual' | 'corporate';
  status: 'pending activation' | 'active' | 'frozen';
  identityStatus: 'pending verification' | 'verified' | 'verification failed';
  /** Why it was refused, by its code. */
  identityReason: string | undefined;
  /** A corporate account is onboarded once its documents were checked by hand. */
  onboarded: boolean;
  language: string;
  email: string;
  /** E.164; proven by activation. */
  phone: string | undefined;
  fullName: string;
  /** What every mail to the customer carries, once it is set. */
  antiPhishingCode: string | undefined;
  passwordHash: string;
  /** Withdrawals are closed until then. */
  cooldownEndsAt: Date | undefined;
  /** Base32, once an authenticator is bound. */
  totpSecret: string | undefined;
  /** What the customer writes on a wire so that it is recognised. */
  reference: string;
  /** Newest number of the customer's sequence of live events, as of this reading. */
  eventSeq: string;
}

/** What is sealed with a customer. */
export interface Personal {
  email: string;
  phone?: string | undefined;
  fullName: string;
  identity?: Identity | undefined;
  corporate?: Corporate | undefined;
  antiPhishingCode?: string | undefined;
}

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

const maxEmailLength = 100;
/** The pattern that HTML specifies for `input type=email`. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text);
}

export function emailIndex(vault: Vault, email: string): Buffer {
  return vault.blindIndex(email.trim().toLowerCase(), 'email');
}

/**
 * Every scope held, ancestors included; nothing is implied by another. A corporate account holds only its own pages until
 * it is onboarded; pending identity does not take scopes away, it blocks money.
 */
export function scopesOf({ accountType, onboarded }: Pick<Customer, 'accountType' | 'onboarded'>): readonly string[] {
  return accountType === 'corporate' && !onboarded ? ['account', 'account.profile', 'account.security'] : allScopes;
}

export async function findCustomerByEmail(db: Db, vault: Vault, email: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customer')
    .selectAll()
    .where('email_index', '=', emailIndex(vault, email))
    .executeTakeFirst();
  return row && read(row, vault);
}

export async function findCustomer(db: Db | Trx, vault: Vault, id: string): Promise<Customer | undefined> {
  const row = await db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
  return row && read(row, vault);
}

/** The same of many, by their ids. */
export async function findCustomers(
  db: Db | Trx,
  vault: Vault,
  ids: readonly string[],
): Promise<Map<string, Customer>> {
  const rows = await db
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, read(row, vault)]));
}

/** Creates a customer with a wallet account, and a ledger account behind it, for every currency. */
export async function createCustomer(trx: Trx, clock: Clock, vault: Vault, customer: NewCustomer): Promise<string> {
  const id = createId('usr', clock);
  const { email, phone, fullName, identity, corporate } = customer;
  await trx
    .insertInto('customer')
    .values({
      id,
      account_type: customer.accountType,
      status: customer.status,
      identity_status: customer.identityStatus,
      onboarded: customer.onboarded,
      language: customer.language,
      email_index: emailIndex(vault, email),
      personal_sealed: sealPersonal({ email, phone, fullName, identity, corporate }, id, vault),
      totp_sealed: customer.totpSecret === undefined ? null : vault.seal(customer.totpSecret, `totp:${id}`),
      totp_last_step: null,
      password_hash: customer.passwordHash,
      reference: `WU${randomInt(10 ** 8, 10 ** 9)}`,
      created_at: clock.now(),
    })
    .execute();
  for (const currency of currencies) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, one transaction
    const account = await openCustomerAccount(trx, clock, id, currency);
    // oxlint-disable-next-line no-await-in-loop
    await trx
      .insertInto('wallet_account')
      .values({ id: createId('wal', clock), customer_id: id, currency, account_id: account, updated_at: clock.now() })
      .execute();
  }
  await recordMove(trx, clock, accountStates, { id, from: null, to: customer.status, actor: 'customer' });
  await recordMove(trx, clock, identityStates, { id, from: null, to: customer.identityStatus, actor: 'customer' });
  return id;
}

/** Holds a customer's row until this transaction ends. */
export async function lockCustomer(trx: Trx, vault: Vault, id: string): Promise<Customer> {
  const row = await trx.selectFrom('customer').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return read(row, vault);
}

/**
 * Like {@link lockCustomer}, of many, in the order of their ids: two transactions that each hold one and want the other's would wait in a
 * ring.
 *
 * @param isWaiting or those that something else holds are left out
 */
export async function lockCustomers(
  trx: Trx,
  vault: Vault,
  ids: readonly string[],
  { isWaiting = true } = {},
): Promise<Map<string, Customer>> {
  const rows = await trx
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .$if(!isWaiting, (query) => query.skipLocked())
    .execute();
  return new Map(rows.map((row) => [row.id, read(row, vault)]));
}

export async function readPersonal(db: Db | Trx, vault: Vault, id: string): Promise<Personal> {
  const { personal_sealed: sealed } = await db
    .selectFrom('customer')
    .select('personal_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return openPersonal(sealed, id, vault);
}

/** @param id of a customer whose row this transaction holds */
async function changePersonal(trx: Trx, vault: Vault, id: string, changes: Partial<Personal>): Promise<void> {
  const personal = { ...(await readPersonal(trx, vault, id)), ...changes };
  await trx
    .updateTable('customer')
    .set({ personal_sealed: sealPersonal(personal, id, vault) })
    .where('id', '=', id)
    .execute();
}

/** Seals what is kept of a customer under the current key. @returns whether any of it was under another */
export async function resealCustomer(trx: Trx, vault: Vault, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('customer')
    .select(['personal_sealed', 'totp_sealed'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const personal = vault.reseal(row.personal_sealed, `customer:${id}`);
  const totp = row.totp_sealed === null ? undefined : vault.reseal(row.totp_sealed, `totp:${id}`);
  if (!personal && !totp) return false;
  await trx
    .updateTable('customer')
    .set({ ...(personal && { personal_sealed: personal }), ...(totp && { totp_sealed: totp }) })
    .where('id', '=', id)
    .execute();
  return true;
}

/** @param id of a customer whose row this transaction holds */
export function replaceIdentity(trx: Trx, vault: Vault, id: string, identity: Identity): Promise<void> {
  return changePersonal(trx, vault, id, { identity, fullName: identity.fullName });
}

export async function setIdentity(
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

/** Holds an address until this transaction ends, so that two can't both take it. False where it is taken. */
export async function lockEmail(trx: Trx, vault: Vault, email: string): Promise<boolean> {
  const index = emailIndex(vault, email);
  await sql`select pg_advisory_xact_lock(${index.readBigInt64BE(0).toString()}::bigint)`.execute(trx);
  const owner = await trx.selectFrom('customer').select('id').where('email_index', '=', index).executeTakeFirst();
  return owner === undefined;
}

/** Opens an account whose link and number were proved. False where it was not waiting for that. */
export async function activateCustomer(
  trx: Trx,
  clock: Clock,
  vault: Vault,
  id: string,
  phone: string,
): Promise<boolean> {
  const { status } = await lockCustomer(trx, vault, id);
  if (status !== 'pending activation') return false;
  await recordMove(trx, clock, accountStates, { id, from: status, to: 'active', actor: 'customer' });
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

/** Closes withdrawals for a day, as any change of what secures an account does. */
export async function startCooldown(trx: Trx, clock: Clock, id: string): Promise<void> {
  await trx
    .updateTable('customer')
    .set({ cooldown_ends_at: new Date(clock.now().getTime() + cooldownMs) })
    .where('id', '=', id)
    .execute();
}

/** @param id of a customer whose row this transaction holds; an address that it holds too (`lockEmail`) */
export async function changeContact(
  trx: Trx,
  vault: Vault,
  id: string,
  contact: { phone: string | undefined } | { email: string },
): Promise<void> {
  await changePersonal(trx, vault, id, contact);
  if ('email' in contact)
    await trx
      .updateTable('customer')
      .set({ email_index: emailIndex(vault, contact.email) })
      .where('id', '=', id)
      .execute();
}

/** @param id of a customer whose row this transaction holds */
export function setAntiPhishingCode(trx: Trx, vault: Vault, id: string, antiPhishingCode: string): Promise<void> {
  return changePersonal(trx, vault, id, { antiPhishingCode });
}

function sealPersonal(personal: Personal, id: string, vault: Vault): Buffer {
  return vault.seal(JSON.stringify(personal), `customer:${id}`);
}

function openPersonal(sealed: Buffer, id: string, vault: Vault): Personal {
  return JSON.parse(vault.open(sealed, `customer:${id}`)) as Personal;
}

interface Row {
  id: string;
  account_type: Customer['accountType'];
  status: Customer['status'];
  identity_status: Customer['identityStatus'];
  identity_reason: string | null;
  cooldown_ends_at: Date | null;
  onboarded: boolean;
  language: string;
  personal_sealed: Buffer;
  totp_sealed: Buffer | null;
  password_hash: string;
  reference: string;
  event_seq: string;
}

function read(row: Row, vault: Vault): Customer {
  const personal = openPersonal(row.personal_sealed, row.id, vault);
  return {
    id: row.id,
    accountType: row.account_type,
    status: row.status,
    identityStatus: row.identity_status,
    identityReason: row.identity_reason ?? undefined,
    onboarded: row.onboarded,
    cooldownEndsAt: row.cooldown_ends_at ?? undefined,
    language: row.language,
    email: personal.email,
    phone: personal.phone,
    fullName: personal.fullName,
    antiPhishingCode: personal.antiPhishingCode,
    passwordHash: row.password_hash,
    totpSecret: row.totp_sealed === null ? undefined : vault.open(row.totp_sealed, `totp:${row.id}`),
    reference: row.reference,
    eventSeq: row.event_seq,
  };
}

/** The last four digits. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
