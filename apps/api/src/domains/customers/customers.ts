import { randomInt } from 'node:crypto';
import { currencies, scopes as allScopes } from '@wusd/api-sdk/domain';
import type { operations } from '@wusd/api-sdk/operations';
import type { Clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import { createId } from '../../ids.ts';
import { openCustomerAccount } from '../../ledger/ledger.ts';
import type { Vault } from '../../security/vault.ts';

type RegisterBody = operations['register']['requestBody']['content']['application/json'];
/** What identity verification needs. */
export type Identity = RegisterBody['identity'];
export type Corporate = NonNullable<RegisterBody['corporate']>;

export interface Customer {
  id: string;
  accountType: 'individual' | 'corporate';
  status: 'pending activation' | 'active' | 'frozen';
  identityStatus: 'pending verification' | 'verified' | 'verification failed';
  /** A corporate account is onboarded once its documents were checked by hand. */
  onboarded: boolean;
  language: string;
  email: string;
  /** E.164; proven by activation. */
  phone: string | undefined;
  fullName: string;
  identity: Identity | undefined;
  corporate: Corporate | undefined;
  passwordHash: string;
  /** Base32, once an authenticator is bound. */
  totpSecret: string | undefined;
  /** What the customer writes on a wire so that it is recognised. */
  reference: string;
  /** Newest number of the customer's sequence of live events, as of this reading. */
  eventSeq: string;
}

interface Personal {
  email: string;
  phone?: string | undefined;
  fullName: string;
  identity?: Identity | undefined;
  corporate?: Corporate | undefined;
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
function scopesOf({ accountType, onboarded }: Pick<Customer, 'accountType' | 'onboarded'>): readonly string[] {
  return accountType === 'corporate' && !onboarded ? ['account', 'account.profile', 'account.security'] : allScopes;
}

/** Scopes of a customer as they are now. */
export async function readScopes(db: Db, id: string): Promise<readonly string[]> {
  const { account_type: accountType, onboarded } = await db
    .selectFrom('customer')
    .select(['account_type', 'onboarded'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return scopesOf({ accountType, onboarded });
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

/** Creates a customer with a wallet account, and a ledger account behind it, for every currency. */
export async function createCustomer(trx: Trx, clock: Clock, vault: Vault, customer: NewCustomer): Promise<string> {
  const id = createId('usr', clock);
  const { email, phone, fullName, identity, corporate } = customer;
  const personal: Personal = { email, phone, fullName, identity, corporate };
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
      personal_sealed: vault.seal(JSON.stringify(personal), `customer:${id}`),
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
  return id;
}

/** Opens an account whose link and number were proved. False where it was not waiting for that. */
export async function activateCustomer(trx: Trx, vault: Vault, customer: Customer, phone: string): Promise<boolean> {
  const { id, email, fullName, identity, corporate } = customer;
  const personal: Personal = { email, phone, fullName, identity, corporate };
  const { numUpdatedRows } = await trx
    .updateTable('customer')
    .set({ status: 'active', personal_sealed: vault.seal(JSON.stringify(personal), `customer:${id}`) })
    .where('id', '=', id)
    .where('status', '=', 'pending activation')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface Row {
  id: string;
  account_type: Customer['accountType'];
  status: Customer['status'];
  identity_status: Customer['identityStatus'];
  onboarded: boolean;
  language: string;
  personal_sealed: Buffer;
  totp_sealed: Buffer | null;
  password_hash: string;
  reference: string;
  event_seq: string;
}

function read(row: Row, vault: Vault): Customer {
  const personal = JSON.parse(vault.open(row.personal_sealed, `customer:${row.id}`)) as Personal;
  return {
    id: row.id,
    accountType: row.account_type,
    status: row.status,
    identityStatus: row.identity_status,
    onboarded: row.onboarded,
    language: row.language,
    email: personal.email,
    phone: personal.phone,
    fullName: personal.fullName,
    identity: personal.identity,
    corporate: personal.corporate,
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
