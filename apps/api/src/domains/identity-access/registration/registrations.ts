import type { Corporate, Identity } from '../../../gateways/ports.ts';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { createId } from '../../../platform/ids.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';
import { createToken, hashToken } from '../../../platform/security/tokens.ts';
import type { Vault } from '../../../platform/security/vault.ts';
import { type Customer, emailIndex } from '../../../commands/customers.ts';

export const linkLifetimeHours = 24;
const linkLifetimeMs = linkLifetimeHours * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** Maximum age of a registration. Until then, sending its link again extends the link. */
const longestLifetimeMs = 7 * dayMs;

/** The data entered by the registering person, stored encrypted. */
export interface Registrant {
  accountType: Customer['accountType'];
  language: string;
  email: string;
  phone: string;
  fullName: string;
  identity: Identity;
  corporate?: Corporate | undefined;
}

/**
 * A registration that is not activated. An address can have several; the first that is activated claims the address.
 */
export interface Registration extends Registrant {
  id: string;
  /** Secret of the activation link. */
  accountKey: string;
  passwordHash: string;
  /** SHA-256 of the secret of the browser that registered. */
  browserKeyHash: Buffer | undefined;
}

/** A registration whose link was opened. If it has expired, its personal data may be deleted. */
export interface FoundRegistration {
  registration: Registration | undefined;
  expiresAt: Date;
  /** Whether the address has an account, e.g. because another registration was activated first. */
  isTaken: boolean;
}

type Sealed = Registrant & { accountKey: string };
const sealedRegistrations = sealedDocument<Sealed>('registration');

export async function createRegistration(
  trx: Trx,
  { clock, vault }: { clock: Clock; vault: Vault },
  registrant: Registrant,
  { passwordHash, browserKeyHash }: Pick<Registration, 'passwordHash' | 'browserKeyHash'>,
): Promise<Registration> {
  const id = createId('reg', clock);
  const accountKey = createToken('wak');
  const now = clock.now();
  await trx
    .insertInto('registration')
    .values({
      id,
      email_index: emailIndex(vault, registrant.email),
      account_key_hash: hashToken(accountKey),
      browser_key_hash: browserKeyHash ?? null,
      registrant_sealed: sealedRegistrations.seal(vault, { ...registrant, accountKey }, id),
      password_hash: passwordHash,
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimeMs),
    })
    .execute();
  return { ...registrant, id, accountKey, passwordHash, browserKeyHash };
}

/** Finds the registration of a link. It may have expired. */
export async function findByAccountKey(
  db: Db | Trx,
  vault: Vault,
  accountKey: string,
): Promise<FoundRegistration | undefined> {
  const row = await db
    .selectFrom('registration')
    .leftJoin('customer_email as owner', 'owner.email_index', 'registration.email_index')
    .selectAll('registration')
    .select('owner.customer_id as owner')
    .where('account_key_hash', '=', hashToken(accountKey))
    .executeTakeFirst();
  return row && { registration: read(row, vault), expiresAt: row.expires_at, isTaken: row.owner !== null };
}

/** Locks a registration until the transaction ends. @returns undefined if the row or its personal data was deleted */
export async function lockRegistration(trx: Trx, vault: Vault, id: string): Promise<Registration | undefined> {
  const row = await trx.selectFrom('registration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && read(row, vault);
}

/**
 * Extends the newest registration of an address that has no account. @returns undefined if there is no such
 * registration
 */
export async function extendNewest(
  trx: Trx,
  { clock, vault }: { clock: Clock; vault: Vault },
  email: string,
): Promise<Registration | undefined> {
  const now = clock.now().getTime();
  const row = await trx
    .selectFrom('registration')
    .leftJoin('customer_email as owner', 'owner.email_index', 'registration.email_index')
    .selectAll('registration')
    .where('registration.email_index', '=', emailIndex(vault, email))
    .where('owner.customer_id', 'is', null)
    .where('registrant_sealed', 'is not', null)
    .where('created_at', '>', new Date(now - longestLifetimeMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate('registration')
    .executeTakeFirst();
  if (!row) return undefined;
  const expiresAt = new Date(Math.min(now + linkLifetimeMs, row.created_at.getTime() + longestLifetimeMs));
  await trx.updateTable('registration').set({ expires_at: expiresAt }).where('id', '=', row.id).execute();
  return read(row, vault);
}

/** Returns the password hashes of an address's registrations that can still be activated. */
export async function pendingPasswords(db: Db, clock: Clock, address: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('registration')
    .select('password_hash')
    .where('email_index', '=', address)
    .where('expires_at', '>', clock.now())
    .execute();
  return rows.flatMap(({ password_hash: hash }) => hash ?? []);
}

export async function deleteRegistration(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('registration').where('id', '=', id).execute();
}

/**
 * Deletes the personal data and passwords of registrations one day after they expired; until then a link can be sent
 * again. Deletes the rows after 90 days; until then an old link is reported as expired instead of unknown.
 */
export async function deleteExpiredRegistrations(db: Db, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  await db
    .updateTable('registration')
    .set({ registrant_sealed: null, password_hash: null, browser_key_hash: null })
    .where('expires_at', '<', new Date(now - dayMs))
    .where('registrant_sealed', 'is not', null)
    .execute();
  await db
    .deleteFrom('registration')
    .where('expires_at', '<', new Date(now - 90 * dayMs))
    .execute();
}

/** Re-encrypts every registration under the current key. @returns the number of registrations that used an older key */
export async function reencryptRegistrations(db: Db, vault: Vault): Promise<number> {
  let count = 0;
  for (const { id } of await db.selectFrom('registration').select('id').execute()) {
    count += await transact(db, (trx) => reencryptOne(trx, vault, id));
  }
  return count;
}

async function reencryptOne(trx: Trx, vault: Vault, id: string): Promise<number> {
  const row = await trx
    .selectFrom('registration')
    .select('registrant_sealed')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const sealed = row?.registrant_sealed && sealedRegistrations.reseal(vault, row.registrant_sealed, id);
  if (!sealed) return 0;
  await trx.updateTable('registration').set({ registrant_sealed: sealed }).where('id', '=', id).execute();
  return 1;
}

interface Row {
  id: string;
  registrant_sealed: Buffer | null;
  password_hash: string | null;
  browser_key_hash: Buffer | null;
}

function read(
  { id, registrant_sealed: sealed, password_hash: passwordHash, browser_key_hash: browserKeyHash }: Row,
  vault: Vault,
): Registration | undefined {
  if (sealed === null || passwordHash === null) return undefined;
  return {
    ...sealedRegistrations.open(vault, sealed, id),
    id,
    passwordHash,
    browserKeyHash: browserKeyHash ?? undefined,
  };
}
