import { type RawBuilder, sql } from 'kysely';

// How ids, hashes, addresses and references are looked for: by how they begin, or how they end. That is how people have them, from a line
// they copied or from a page that shows both ends alone; and it is found as fast among a million as among ten thousand, which what stands
// anywhere in them is not.

/** Tables whose `terms` hold each text that a row is known by, and each backwards. */
export type Searched = 'crypto_transaction' | 'fiat_transaction' | 'otc_order' | 'auto_redemption_run';

/** Column with a row's id, and with which ids its texts can begin. */
const tables: Record<Searched, { id: string; ids: readonly string[] }> = {
  crypto_transaction: { id: 'id', ids: ['ctx_'] },
  fiat_transaction: { id: 'id', ids: ['ftx_'] },
  otc_order: { id: 'id', ids: ['otc_'] },
  auto_redemption_run: { id: 'deposit_id', ids: ['ctx_', 'otc_', 'ftx_'] },
};
/** An id up to where chance begins: its kind, and the time that it was made at. */
const idsTime = 14;
/** Shorter than that much is alike. */
const shortText = 4;

/**
 * Condition for rows with a text that starts or ends with the search text. `0x5290…9EE7` searches for both its start and its end.
 * A short text also finds what starts or ends with it backwards, e.g. `29` an id that ends with `92`; of longer ones that is chance.
 *
 * @returns undefined for an empty search text
 */
export function hasText(table: Searched, typed: string | undefined): RawBuilder<boolean> | undefined {
  // Pages hold short addresses together with word joiners, which are copied with them.
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
  // Many match: they are met on the way through those in order, whatever the planner thinks of them.
  const isBroad = text.length < (kind === undefined ? shortText : idsTime);
  if (isBroad) return sql`(${matches}) is true`;
  // Few do: found first, by the index alone, and then put in order.
  return sql`${sql.ref(`${table}.${id}`)} = any(array(select ${sql.ref(id)} from ${sql.table(table)} where terms @@ ${query}::tsquery))`;
}

/** As a term of a `tsquery`: any word that begins so, whatever is in it. */
const beginning = (text: string): string => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}':*`;

/** As PostgreSQL's `reverse` has it: by code points. */
const backwards = (text: string): string => Array.from(text).toReversed().join('');
