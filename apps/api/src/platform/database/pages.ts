import { AppError } from '../errors/app-error.ts';

/** A keyset page: what was read, one row more than fits where there is more, and the id of the last row it shows. */
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

/** The id that a page goes on after. @throws AppError INVALID_REQUEST where the cursor is none of ours */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!/^[a-z]{3}_[0-9a-z]{26}$/.test(id))
    throw new AppError('INVALID_REQUEST', { field: '/body/cursor', reasonCode: 'unknown-cursor' });
  return id;
}

/** How a list goes on from the row before it; ids begin with their time. */
export const pageOrder = {
  newest: { beyond: '<', by: 'desc' },
  oldest: { beyond: '>', by: 'asc' },
} as const;

/** A pattern for what holds a text somewhere, whatever is in it; undefined where nothing was typed. */
export function containing(text: string | undefined): string | undefined {
  const typed = text?.trim() ?? '';
  return typed === '' ? undefined : `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
