import type { BankAccount } from '@wusd/api-sdk';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { containing, pageOf, pageOrder, readCursor } from '../../../platform/database/pages.ts';
import { timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { toStateResponse, type VisibleStatus } from '../responses.ts';
import type { Services } from '../../services.ts';
import type { BankAccountFields } from './requirements.ts';
import { bankAccountStates } from './states.ts';
import { sealedDocument } from '../../../platform/security/sealed-document.ts';
import { getOrThrow } from '@wusd/server-kit/registry/lookup';

export type BankAccountRow = Selectable<Database['bank_account']>;
type ReadServices = Pick<Services, 'clock' | 'vault'>;

const savedAccounts = (db: Db, customerId: string) =>
  db
    .selectFrom('bank_account')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'gone')
    .$narrowType<{ status: VisibleStatus }>();

/** Bank account fields, encrypted in a context that binds them to their row. */
export const sealedFields = sealedDocument<BankAccountFields>('bank-account');

/** Lists all accounts of a customer: the default account first, then the newest. Two queries. */
export async function listBankAccounts(
  services: ReadServices,
  db: Db,
  customerId: string,
  language: string | undefined,
): Promise<BankAccount[]> {
  const rows = await savedAccounts(db, customerId).orderBy('is_default', 'desc').orderBy('id', 'desc').execute();
  return toResponses(services, db, rows, language);
}

/** @throws AppError NOT_FOUND if the customer has no such account, or has deleted it */
export async function findBankAccount(
  services: ReadServices,
  db: Db,
  customerId: string,
  id: string,
  language: string | undefined,
): Promise<BankAccount> {
  const [account] = await toResponses(
    services,
    db,
    await savedAccounts(db, customerId).where('id', '=', id).execute(),
    language,
  );
  if (!account) throw new AppError('NOT_FOUND');
  return account;
}

export interface BankAccountSearch {
  filter?: { status?: BankAccount['status']; currency?: string; text?: string };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/** Returns a keyset page. Two queries for any page size. */
export async function searchBankAccounts(
  services: ReadServices,
  db: Db,
  customerId: string,
  { filter = {}, sort = 'newest', size = 20, cursor }: BankAccountSearch,
  language: string | undefined,
) {
  const { status, currency, text } = filter;
  const after = readCursor(cursor);
  const { beyond, by } = pageOrder[sort];
  const like = containing(text);
  let query = savedAccounts(db, customerId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (currency !== undefined) query = query.where('currency', '=', currency);
  if (like !== undefined)
    query = query.where((eb) => eb.or([eb('label', 'ilike', like), eb('bank_name', 'ilike', like)]));
  if (after !== undefined) query = query.where('id', beyond, after);
  const rows = await query
    .orderBy('id', by)
    .limit(size + 1)
    .execute();
  const shown = new Map(
    (await toResponses(services, db, rows.slice(0, size), language)).map((each) => [each.id, each]),
  );
  return pageOf(rows, size, ({ id }) => getOrThrow(shown, id));
}

async function toResponses(
  { clock, vault }: ReadServices,
  db: Db,
  rows: readonly (BankAccountRow & { status: VisibleStatus })[],
  language: string | undefined,
): Promise<BankAccount[]> {
  if (rows.length === 0) return [];
  const timelines = await timelinesOf(db, bankAccountStates, rows);
  return rows.map((row): BankAccount => ({
    id: row.id,
    fields: decryptFields(vault, row),
    isDefault: row.is_default,
    ...toStateResponse(row, bankAccountStates, timelines.get(row.id) ?? [], clock, language),
  }));
}

export function decryptFields(
  vault: Services['vault'],
  { id, fields_sealed: sealed }: Pick<BankAccountRow, 'id' | 'fields_sealed'>,
): BankAccountFields {
  return sealedFields.open(vault, sealed, id);
}
