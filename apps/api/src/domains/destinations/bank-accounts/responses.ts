import type { BankAccount } from '@wusd/api-sdk';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { containing, pageOf, pageOrder, readCursor } from '../../../platform/database/pages.ts';
import { timelinesOf } from '../../../platform/state-machine/state-machine.ts';
import { toStateResponse } from '../responses.ts';
import type { Services } from '../../services.ts';
import type { BankAccountFields } from './requirements.ts';
import { bankAccountStates } from './states.ts';

export type BankAccountRow = Selectable<Database['bank_account']>;
type Read = Pick<Services, 'clock' | 'vault'>;

const present = (db: Db, customerId: string) =>
  db.selectFrom('bank_account').selectAll().where('customer_id', '=', customerId).where('status', '<>', 'gone');

/** What binds a sealed account to its row. */
export const encryptionContextOf = (id: string): string => `bank-account:${id}`;

/** Every one of a customer's, the default first, then the newest. Two queries. */
export async function listBankAccounts(
  read: Read,
  db: Db,
  customerId: string,
  language: string | undefined,
): Promise<BankAccount[]> {
  const rows = await present(db, customerId).orderBy('is_default', 'desc').orderBy('id', 'desc').execute();
  return show(read, db, rows, language);
}

/** @throws AppError NOT_FOUND where it is not this customer's, or is gone */
export async function findBankAccount(
  read: Read,
  db: Db,
  customerId: string,
  id: string,
  language: string | undefined,
): Promise<BankAccount> {
  const [account] = await show(read, db, await present(db, customerId).where('id', '=', id).execute(), language);
  if (!account) throw new AppError('NOT_FOUND');
  return account;
}

export interface BankAccountSearch {
  filter?: { status?: BankAccount['status']; currency?: string; text?: string };
  sort?: 'newest' | 'oldest';
  size?: number;
  cursor?: string;
}

/** A keyset page. Two queries, however many there are. */
export async function searchBankAccounts(
  read: Read,
  db: Db,
  customerId: string,
  { filter = {}, sort = 'newest', size = 20, cursor }: BankAccountSearch,
  language: string | undefined,
) {
  const { status, currency, text } = filter;
  const after = readCursor(cursor);
  const { beyond, by } = pageOrder[sort];
  const like = containing(text);
  let query = present(db, customerId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (currency !== undefined) query = query.where('currency', '=', currency);
  if (like !== undefined)
    query = query.where((eb) => eb.or([eb('label', 'ilike', like), eb('bank_name', 'ilike', like)]));
  if (after !== undefined) query = query.where('id', beyond, after);
  const rows = await query
    .orderBy('id', by)
    .limit(size + 1)
    .execute();
  const shown = new Map((await show(read, db, rows.slice(0, size), language)).map((each) => [each.id, each]));
  return pageOf(rows, size, ({ id }) => shown.get(id) as BankAccount);
}

async function show(
  { clock, vault }: Read,
  db: Db,
  rows: readonly BankAccountRow[],
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
  return JSON.parse(vault.open(sealed, encryptionContextOf(id))) as BankAccountFields;
}
