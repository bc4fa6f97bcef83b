import { type RawBuilder, sql } from 'kysely';

// Searches ids, hashes, addresses and references by prefix or suffix. People copy such texts whole or from a page that
// shows only both ends. An index finds prefixes as fast among a million rows as among ten thousand; substrings are
// slower.

/** Tables whose `terms` column contains each searchable text of a row, forwards and reversed. */
export type Searched = 'crypto_transaction' | 'fiat_transaction' | 'otc_order' | 'auto_redemption_run';

/** The id column of each table, and the id prefixes that its texts can have. */
const tables: Record<Searched, { id: string; ids: readonly string[] }> = {
  crypto_transaction: { id: 'id', ids: ['ctx_'] },
  fiat_transaction: { id: 'id', ids: ['ftx_'] },
  otc_order: { id: 'id', ids: ['otc_'] },
  auto_redemption_run: { id: 'deposit_id', ids: ['ctx_', 'otc_', 'ftx_'] },
};
/** Length of an id's prefix before its random part: the kind and the creation time. */
const idsTime = 14;
/** Shorter texts match many rows. */
const shortText = 4;

/**
 * Condition for rows with a text that starts or ends with the search text. `0x5290…9EE7` searches for both its start
 * and its end. A short text also matches texts that start or end with its reverse: `29` matches an id that ends with
 * `92`. For longer texts this is unlikely.
 *
 * @returns undefined for an empty search text
 */
export function hasText(table: Searched, typed: string | undefined): RawBuilder<boolean> | undefined {
  // Pages join the parts of a shortened address with word joiners, which users copy with it.
  const text = typed?.replaceAll('\u2060', '').trim().toLowerCase() ?? '';
  if (text === '') return undefined;
  const { id, ids } = tables[table];
  const kind = /^(?:ctx|ftx|otc)_/.exec(text)?.[0];
  if (kind !== undefined && !ids.includes(kind)) return sql`false`;
  const [head = '', tail] = text.split(/…|\.{3}/, 2).map((part) => part.trim());
  const ends = [head === '' ? [] : beginning(head), tail ? beginning(backwards(tail)) : []].flat();
  const isCut = tail !== undefined && ends.length > 0;
  const query = isCut ? ends.join(' & ') : `${beginning(text)} | ${beginning(backwards(text))}`;
  const matches = sql<boolean>`${sql.ref(`${table}.terms`)} @@ ${query}::tsquery`;
  // Many rows match. `is true` prevents the use of the text index, so that the scan in list order finds them.
  const isBroad = text.length < (kind === undefined ? shortText : idsTime);
  if (isBroad) return sql`(${matches}) is true`;
  // Few rows match: the subquery finds them with the index first, and the result is sorted afterwards.
  return sql`${sql.ref(`${table}.${id}`)} = any(array(select ${sql.ref(id)} from ${sql.table(table)} where terms @@ ${query}::tsquery))`;
}

/** Returns a `tsquery` term for words with this prefix, with special characters escaped. */
const beginning = (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}':*`;

/** Reverses by code points, like PostgreSQL's `reverse`. */
const backwards = (text: string): string => Array.from(text).toReversed().join('');
