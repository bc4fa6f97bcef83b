import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { encodeTime } from 'ulid';
import type { Database } from '../../../platform/database/types.ts';
import { pageOrder, readCursor } from '../../../platform/database/pages.ts';
import { hasText, type Searched } from '../../../platform/database/text-search.ts';

/** Filters of transfers, orders and auto-redemption runs. */
export interface SearchFilter {
  status?: string | undefined;
  currency?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Start or end of an id, hash, address or reference. */
  text?: string | undefined;
  /** Conditions that are alternatives to `text`. */
  orText?: readonly RawBuilder<boolean>[] | undefined;
}

export interface PageRequest {
  /** Id after which the page starts; with `isIncluded` the page can contain that id itself. */
  after?: { id: string; isIncluded?: boolean } | undefined;
  sort: keyof typeof pageOrder;
  limit: number;
}

/** A row is written slightly later than its id, which contains the time. */
const clockSlackMs = 60_000;
/** Returns a lower bound of all ids created from `at` on. */
const idAt = (prefix: string, at: number): string => `${prefix}_${encodeTime(Math.max(0, at), 10).toLowerCase()}`;

/**
 * Filters a customer's rows and orders them by id. All conditions except `orText` have an index. Times are compared by
 * id, because ids begin with their time.
 *
 * @param prefix prefix of the table's ids, e.g. `ctx`
 * @param id column with the ids
 * @param isOlder whether the id belongs to an entity that existed before the row
 */
export function applySearch<Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { table, prefix, id = 'id', isOlder = false }: { table: Searched; prefix: string; id?: string; isOlder?: boolean },
  { status, currency, from, to, text, orText = [] }: SearchFilter,
  page: PageRequest,
): SelectQueryBuilder<Database, Tables, Row> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const { beyond, by } = pageOrder[page.sort];
  const textCondition = hasText(table, text);
  const conditions: RawBuilder<boolean>[] = [];
  if (status !== undefined) conditions.push(sql`${column('status')} = ${status}`);
  if (currency !== undefined) conditions.push(sql`${column('currency')} = ${currency}`);
  if (from !== undefined) {
    const at = new Date(from);
    conditions.push(sql`${column('created_at')} >= ${at}`);
    if (!isOlder) conditions.push(sql`${column(id)} >= ${idAt(prefix, at.getTime() - clockSlackMs)}`);
  }
  if (to !== undefined) {
    const at = new Date(to);
    conditions.push(
      sql`${column(id)} < ${idAt(prefix, at.getTime() + clockSlackMs)} and ${column('created_at')} <= ${at}`,
    );
  }
  if (textCondition !== undefined) conditions.push(sql`(${sql.join([textCondition, ...orText], sql` or `)})`);
  if (page.after !== undefined) {
    const operator = sql.raw(`${beyond}${page.after.isIncluded === true ? '=' : ''}`);
    conditions.push(sql`${column(id)} ${operator} ${page.after.id}`);
  }
  return conditions
    .reduce((narrowed, condition) => narrowed.where(condition), query)
    .orderBy(column(id), by)
    .limit(page.limit);
}

/** @throws AppError INVALID_REQUEST if the cursor is unknown */
export function afterCursor(cursor: string | undefined): { id: string } | undefined {
  const id = readCursor(cursor);
  return id === undefined ? undefined : { id };
}
