import type { Scope } from '@wusd/api-sdk/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { encodeTime } from 'ulid';
import type { Database } from '../../platform/database/types.ts';
import { pageOrder, readCursor } from '../../platform/database/pages.ts';
import { hasText, type Searched } from '../../platform/database/text-search.ts';

// How whatever moved money is looked for.

/** Which way, seen from the wallet. */
export type Direction = 'deposit' | 'withdrawal';

/** What a caller may see of deposits and withdrawals, or have receipts of: each direction has a scope of its own. */
export function directionsOf(
  asset: 'crypto' | 'fiat',
  scopes: readonly string[],
  leaf: 'view' | 'receipt',
): Direction[] {
  const needed: Record<Direction, Scope> = {
    deposit: `wallet_history.deposit.${asset}.${leaf}`,
    withdrawal: `wallet_history.withdraw.${asset}.${leaf}`,
  };
  return (['deposit', 'withdrawal'] as const).filter((direction) => scopes.includes(needed[direction]));
}

/** The reason recorded for a move. A rejection without one is explained neutrally: nobody is told a reason that nobody gave. */
export const reasonFor = (to: string, reason: string | undefined): string | undefined =>
  reason ?? (to === 'rejected' ? 'declined' : undefined);

/** What is looked for, of whatever moved money. */
export interface Narrowing {
  status?: string | undefined;
  currency?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** How an id, a hash, an address or a reference begins or ends. */
  text?: string | undefined;
}

export interface PageAsked {
  /** The row before the page, and whether that very id may be on it still. */
  after?: { id: string; isIncluded?: boolean } | undefined;
  sort: keyof typeof pageOrder;
  limit: number;
}

/** An id carries when it was made, and a row when it was written: a little later. */
const slackMs = 60_000;
/** Every id of a kind that was made from `at` on is above it. */
const idAt = (prefix: string, at: number): string => `${prefix}_${encodeTime(Math.max(0, at), 10).toLowerCase()}`;

/**
 * Those of a customer's rows that match, in the order of their ids. Each condition has an index of the table behind it, so that a page takes
 * as long of ten thousand rows as of a million: times are looked for by the ids that begin with them.
 *
 * @param prefix of the table's ids, e.g. `ctx`
 * @param id the column that has them
 * @param isOlder where the id is of something that was there before the row
 */
export function matching<Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { table, prefix, id = 'id', isOlder = false }: { table: Searched; prefix: string; id?: string; isOlder?: boolean },
  { status, currency, from, to, text }: Narrowing,
  page: PageAsked,
): SelectQueryBuilder<Database, Tables, Row> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const { beyond, by } = pageOrder[page.sort];
  const isNamed = hasText(table, text);
  const conditions: RawBuilder<boolean>[] = [];
  if (status !== undefined) conditions.push(sql`${column('status')} = ${status}`);
  if (currency !== undefined) conditions.push(sql`${column('currency')} = ${currency}`);
  if (from !== undefined) {
    const at = new Date(from);
    conditions.push(sql`${column('created_at')} >= ${at}`);
    if (!isOlder) conditions.push(sql`${column(id)} >= ${idAt(prefix, at.getTime() - slackMs)}`);
  }
  if (to !== undefined) {
    const at = new Date(to);
    conditions.push(sql`${column(id)} < ${idAt(prefix, at.getTime() + slackMs)} and ${column('created_at')} <= ${at}`);
  }
  if (isNamed !== undefined) conditions.push(isNamed);
  if (page.after !== undefined) {
    const operator = sql.raw(`${beyond}${page.after.isIncluded === true ? '=' : ''}`);
    conditions.push(sql`${column(id)} ${operator} ${page.after.id}`);
  }
  return conditions
    .reduce((narrowed, condition) => narrowed.where(condition), query)
    .orderBy(column(id), by)
    .limit(page.limit);
}

/** Where a page goes on. @throws AppError INVALID_REQUEST where the cursor is none of ours */
export function afterCursor(cursor: string | undefined): { id: string } | undefined {
  const id = readCursor(cursor);
  return id === undefined ? undefined : { id };
}
