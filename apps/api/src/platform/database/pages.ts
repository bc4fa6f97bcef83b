import { AppError } from '../errors/app-error.ts';

/**
 * Builds a keyset page.
 *
 * @param rows up to `size + 1` rows; the additional row shows that there is another page
 */
export function pageOf<Row extends { id: string }, Item>(
  rows: readonly Row[],
  size: number,
  show: (row: Row) => Item,
): { items: Item[]; hasMore: boolean; nextCursor: string | null } {
  const shown = rows.slice(0, size);
  const hasMore = rows.length > size;
  const last = shown.at(-1);
  return {
    items: shown.map(show),
    hasMore,
    nextCursor: hasMore && last ? Buffer.from(last.id).toString('base64url') : null,
  };
}

/**
 * Decodes a cursor into the id after which the page starts.
 *
 * @throws AppError INVALID_REQUEST if the cursor is invalid
 */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^[a-z]{3}_[0-9a-z]{26}$/.test(id))
    throw new AppError('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return id;
}

/** Comparison and direction for the next page. Ids begin with their creation time. */
export const pageOrder = {
  newest: { beyond: '<', by: 'desc' },
  oldest: { beyond: '>', by: 'asc' },
} as const;

/**
 * Returns a LIKE pattern for texts that contain the search text, with wildcards escaped; undefined for an empty
 * search.
 */
export function containing(text: string | undefined): string | undefined {
  const typed = text?.trim() ?? '';
  return typed === '' ? undefined : `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
