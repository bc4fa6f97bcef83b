import type { Statement } from '@wusd/api-sdk';
import { currencies, type Currency, isCurrency, kindOf } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { currencyOf, scaleOf } from '@wusd/server-kit/registry/currencies';
import type { Services } from '../../services.ts';
import { readableDirections } from '../../transfers/core/scopes.ts';
import { endOf, monthOf, monthsBetween, startOf } from './months.ts';

// A statement is a range of versions of a ledger account. Each posting to the account has the next version and the
// balance after the posting.

type ReadServices = Pick<Services, 'db' | 'clock'>;

/** The customer whose statements are read, and the scopes of the caller. */
export interface StatementReader {
  customerId: string;
  scopes: readonly string[];
}

/** How long after the end of a month a transaction that began in the month may still commit. */
const settlingMs = 60_000;

/** A statement and its range of postings. */
export interface StatementRange {
  statement: Statement;
  accountId: string;
  /** Version of the last posting before the statement. */
  after: bigint;
  /** Version of the last posting of the statement. */
  last: bigint;
}

export interface StatementSearch {
  filter?: { currency?: Currency };
  size?: number;
  cursor?: string;
}

/**
 * Returns a keyset page of a customer's statements, newest month first, then in the contract's order of currencies. Two
 * queries for any page size.
 *
 * @throws AppError SCOPE_MISSING if the scopes do not allow the requested currency, INVALID_REQUEST for an unknown
 *   cursor
 */
export async function searchStatements(
  services: ReadServices,
  { customerId, scopes }: StatementReader,
  { filter = {}, size = 20, cursor }: StatementSearch,
) {
  const { currency } = filter;
  if (currency !== undefined && !isReadable(currency, scopes, 'view')) throw new AppError('SCOPE_MISSING');
  const accounts = (await accountsOf(services.db, customerId)).filter(
    (account) =>
      isReadable(account.currency, scopes, 'view') && (currency === undefined || account.currency === currency),
  );
  const now = services.clock.now();
  const after = readPosition(cursor);
  const waiting = accounts
    .flatMap((account) => monthsBetween(account.firstAt, now).map((month) => ({ ...account, month })))
    .toSorted(comparePositions)
    .filter((each) => after === undefined || comparePositions(each, after) > 0);
  const ranges = await readRanges(services, waiting.slice(0, size));
  const last = ranges.at(-1)?.statement;
  const hasMore = waiting.length > size;
  return {
    items: ranges.map(({ statement }) => statement),
    hasMore,
    nextCursor: hasMore && last ? writePosition(last) : null,
  };
}

/**
 * Returns a statement for download.
 *
 * @throws AppError SCOPE_MISSING, NOT_FOUND for a month before the first movement or after the current month
 */
export async function findStatement(
  services: ReadServices,
  { customerId, scopes }: StatementReader,
  { currency, month }: Pick<Statement, 'currency' | 'month'>,
): Promise<StatementRange> {
  if (!isReadable(currency, scopes, 'view') || !isReadable(currency, scopes, 'receipt'))
    throw new AppError('SCOPE_MISSING');
  const account = (await accountsOf(services.db, customerId)).find((each) => each.currency === currency);
  const isOffered = account && month >= monthOf(account.firstAt) && month <= monthOf(services.clock.now());
  const [range] = isOffered ? await readRanges(services, [{ ...account, month }]) : [];
  if (!range) throw new AppError('NOT_FOUND');
  return range;
}

/**
 * Whether scopes allow statements of a currency. They must allow every kind of entry that changes the balance, because
 * a partial statement would not add up to the balance.
 */
function isReadable(currency: Currency, scopes: readonly string[], leaf: 'view' | 'receipt'): boolean {
  const swaps = leaf === 'view' ? 'wallet_history.swap' : 'wallet_history.swap.receipt';
  return readableDirections(kindOf(currency), scopes, leaf).length === 2 && scopes.includes(swaps);
}

interface StatementAccount {
  id: string;
  currency: Currency;
  /** Time of the first posting. */
  firstAt: Date;
}

/** The customer's ledger accounts that have postings. */
async function accountsOf(db: Db, customerId: string): Promise<StatementAccount[]> {
  const rows = await db
    .selectFrom('wallet_account as wallet')
    .innerJoin('posting', (join) =>
      join.onRef('posting.account_id', '=', 'wallet.account_id').on('posting.version', '=', '1'),
    )
    .innerJoin('transfer', 'transfer.id', 'posting.transfer_id')
    .select(['wallet.account_id as id', 'wallet.currency', 'transfer.event_time as firstAt'])
    .where('wallet.customer_id', '=', customerId)
    .execute();
  return rows.map(({ currency, ...row }) => ({ ...row, currency: currencyOf(currency) }));
}

/** Reads the statements of accounts and months from one snapshot, in the order of `requests`. */
async function readRanges(
  { db, clock }: ReadServices,
  requests: readonly (StatementAccount & { month: string })[],
): Promise<StatementRange[]> {
  if (requests.length === 0) return [];
  const now = clock.now();
  const { rows } = await sql<{ after: string; last: string; opening: string; closing: string }>`
    with range as materialized (
      select number, account_id, version_before(account_id, starts_at) as after, version_before(account_id, ends_at) as last
      from unnest(
        ${requests.map(({ id }) => id)}::text[],
        ${requests.map(({ month }) => startOf(month))}::timestamptz[],
        ${requests.map(({ month }) => endOf(month))}::timestamptz[]
      ) with ordinality as request(account_id, starts_at, ends_at, number)
    )
    select r.after::text, r.last::text,
      coalesce((select balance_after from posting p where p.account_id = r.account_id and p.version = r.after), 0)::text as opening,
      coalesce((select balance_after from posting p where p.account_id = r.account_id and p.version = r.last), 0)::text as closing
    from range r order by number
  `.execute(db);
  return requests.flatMap(({ id: accountId, currency, month }, index) => {
    const row = rows[index];
    if (!row) return [];
    const [after, last, end] = [BigInt(row.after), BigInt(row.last), endOf(month)];
    const statement: Statement = {
      currency,
      month,
      from: startOf(month).toISOString(),
      to: (end < now ? end : now).toISOString(),
      isComplete: now.getTime() >= end.getTime() + settlingMs,
      openingBalance: fromMinor(BigInt(row.opening), scaleOf(currency)),
      closingBalance: fromMinor(BigInt(row.closing), scaleOf(currency)),
      count: Number(last - after),
    };
    return [{ statement, accountId, after, last }];
  });
}

type Position = Pick<Statement, 'currency' | 'month'>;

/** Negative if `a` is listed first. */
function comparePositions(a: Position, b: Position): number {
  if (a.month !== b.month) return a.month > b.month ? -1 : 1;
  return currencies.indexOf(a.currency) - currencies.indexOf(b.currency);
}

const writePosition = ({ currency, month }: Position): string =>
  Buffer.from(`${month} ${currency}`).toString('base64url');

/** @throws AppError INVALID_REQUEST if the cursor is not one of this list */
function readPosition(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, month, currency] = /^(\d{4}-\d\d) ([A-Z]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (month === undefined || currency === undefined || !isCurrency(currency))
    throw new AppError('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return { month, currency };
}
