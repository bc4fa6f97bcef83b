import type { Language } from '@wusd/i18n';
import { sql } from 'kysely';
import type { Corporate, Identity } from '../gateways/ports.ts';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { languageFrom } from '../platform/registry/languages.ts';

export interface Customer {
  id: string;
  accountType: 'individual' | 'corporate';
  status: 'pending activation' | 'active' | 'frozen';
  identityStatus: 'pending verification' | 'verified' | 'verification failed';
  /** Why it was refused, by its code. */
  identityReason: string | undefined;
  /** A corporate account is onboarded once its documents were checked by hand. */
  onboarded: boolean;
  language: Language;
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

export async function findCustomerByEmail(db: Db, vault: Vault, email: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customer_email')
    .innerJoin('customer', 'customer.id', 'customer_email.customer_id')
    .selectAll('customer')
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

export function sealPersonal(personal: Personal, id: string, vault: Vault): Buffer {
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
    language: languageFrom(row.language),
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
