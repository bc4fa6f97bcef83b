import type { Language } from '@wusd/i18n';
import { sql } from 'kysely';
import type { Corporate, Identity } from '../gateways/ports.ts';
import type { NotificationSwitch } from '../platform/database/column-types.ts';
import type { Db, Trx } from '../platform/database/database.ts';
import type { Vault } from '../platform/security/vault.ts';
import { languageFrom } from '@wusd/server-kit/registry/languages';
import { sealedDocument } from '../platform/security/sealed-document.ts';

export interface Customer {
  id: string;
  accountType: 'individual' | 'corporate';
  status: 'pending activation' | 'active' | 'frozen';
  identityStatus: 'pending verification' | 'verified' | 'verification failed';
  /** Reason code of a failed verification. */
  identityReason: string | undefined;
  /** Whether the documents of a corporate account were verified manually. */
  onboarded: boolean;
  language: Language;
  email: string;
  /** E.164; verified by the account's activation. */
  phone: string | undefined;
  fullName: string;
  /** Shown in every email to the customer; undefined until it is set. */
  antiPhishingCode: string | undefined;
  passwordHash: string;
  /** Withdrawals are blocked until this time. */
  cooldownEndsAt: Date | undefined;
  /** Base32; undefined until an authenticator is bound. */
  totpSecret: string | undefined;
  hasPasskey: boolean;
  /** Payment reference by which wires are assigned to the customer. */
  reference: string;
  /** Sequence number of the customer's newest live event when the row was read. */
  eventSeq: string;
  /** Notifications that the customer has turned off. */
  notificationsOff: readonly NotificationSwitch[];
}

/** Personal data of a customer, stored encrypted. */
export interface Personal {
  email: string;
  phone?: string | undefined;
  fullName: string;
  identity?: Identity | undefined;
  corporate?: Corporate | undefined;
  antiPhishingCode?: string | undefined;
}

export const sealedPersonal = sealedDocument<Personal>('customer');

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

const hasPasskey = sql<boolean>`exists (select from passkey where passkey.customer_id = customer.id)`.as('has_passkey');

export async function findCustomerByEmail(db: Db, vault: Vault, email: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customer_email')
    .innerJoin('customer', 'customer.id', 'customer_email.customer_id')
    .selectAll('customer')
    .select(hasPasskey)
    .where('email_index', '=', emailIndex(vault, email))
    .executeTakeFirst();
  return row && read(row, vault);
}

export async function findCustomer(db: Db | Trx, vault: Vault, id: string): Promise<Customer | undefined> {
  const row = await db.selectFrom('customer').selectAll().select(hasPasskey).where('id', '=', id).executeTakeFirst();
  return row && read(row, vault);
}

/** Returns customers by id. */
export async function findCustomers(
  db: Db | Trx,
  vault: Vault,
  ids: readonly string[],
): Promise<Map<string, Customer>> {
  const rows = await db
    .selectFrom('customer')
    .selectAll()
    .select(hasPasskey)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, read(row, vault)]));
}

/** Locks a customer's row until the transaction ends. */
export async function lockCustomer(trx: Trx, vault: Vault, id: string): Promise<Customer> {
  const row = await trx
    .selectFrom('customer')
    .selectAll()
    .select(hasPasskey)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return read(row, vault);
}

/**
 * Locks several customers in the order of their ids, so that transactions can't deadlock.
 *
 * @param isWaiting whether to wait for locked rows, or to omit them
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
    .select(hasPasskey)
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
  return sealedPersonal.open(vault, sealed, id);
}

export function sealPersonal(personal: Personal, id: string, vault: Vault): Buffer {
  return sealedPersonal.seal(vault, personal, id);
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
  has_passkey: boolean;
  notifications_off: NotificationSwitch[] | null;
}

function read(row: Row, vault: Vault): Customer {
  const personal = sealedPersonal.open(vault, row.personal_sealed, row.id);
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
    hasPasskey: row.has_passkey,
    reference: row.reference,
    eventSeq: row.event_seq,
    notificationsOff: row.notifications_off ?? [],
  };
}

/** Masks all but the last four digits. */
export function maskPhone(phone: string): string {
  return `•••• ${phone.slice(-4)}`;
}
