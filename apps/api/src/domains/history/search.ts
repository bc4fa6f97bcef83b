import type { HistoryEntry } from '@wusd/api-sdk';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { pageOrder } from '../../platform/database/pages.ts';
import { readableDirections } from '../transfers/core/scopes.ts';
import {
  type Asset,
  type HistoryFilter,
  type Kind,
  type Source,
  transferSources,
  type HistoryReader,
  runs,
  swaps,
} from './sources.ts';
import { comparePositions, positionOf, readPosition, writePosition } from './positions.ts';

export interface HistoryPage {
  sort?: keyof typeof pageOrder;
  size?: number;
  cursor?: string;
}

/**
 * A keyset page of a customer's history: a page of each source, merged by start time.
 *
 * @throws AppError SCOPE_MISSING if the caller may not see the requested kind, INVALID_REQUEST for an unknown cursor
 */
export async function searchHistory(
  db: Db,
  reader: HistoryReader,
  { kind, asset, ...narrowing }: HistoryFilter,
  { sort = 'newest', size = 20, cursor }: HistoryPage,
): Promise<{ items: HistoryEntry[]; hasMore: boolean; nextCursor: string | null }> {
  const page = { after: readPosition(cursor), sort, limit: size + 1 };
  const pages = await Promise.all(
    sourcesFor(reader, kind, asset).map((each) => each.read(db, reader, narrowing, page)),
  );
  const sign = sort === 'newest' ? -1 : 1;
  const found = pages.flat().toSorted((a, b) => sign * comparePositions(positionOf(a), positionOf(b)));
  const items = found.slice(0, size);
  const last = items.at(-1);
  const hasMore = found.length > size;
  return {
    items,
    hasMore,
    nextCursor: hasMore && last ? writePosition(positionOf(last)) : null,
  };
}

/** Counts the entries that match a filter. */
export async function countHistory(
  db: Db,
  reader: HistoryReader,
  { kind, asset, ...narrowing }: HistoryFilter,
): Promise<number> {
  const counts = await Promise.all(sourcesFor(reader, kind, asset).map((each) => each.count(db, reader, narrowing)));
  return counts.reduce((total, count) => total + count, 0);
}

/** All entries that match a filter, oldest first, in pages of `size`. */
export async function* readHistory(
  db: Db,
  reader: HistoryReader,
  filter: HistoryFilter,
  size = 500,
): AsyncGenerator<HistoryEntry[]> {
  let cursor: string | undefined;
  do {
    const page = await searchHistory(db, reader, filter, { sort: 'oldest', size, ...(cursor && { cursor }) });
    if (page.items.length > 0) yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The sources to read. A requested kind must be allowed; without one, the kinds that are not allowed are left out. */
function sourcesFor({ scopes }: HistoryReader, kind: Kind | undefined, asset: Asset | undefined): Source[] {
  const isRequested = (each: Kind): boolean => kind === undefined || kind === each;
  const moving = (['crypto', 'fiat'] as const)
    .filter((each) => asset === undefined || asset === each)
    .flatMap((each) => {
      const directions = readableDirections(each, scopes, 'view').filter(isRequested);
      return directions.length > 0 ? [transferSources[each](directions)] : [];
    });
  const sources = [
    ...moving,
    // Swaps and runs have two assets each, so a filter by asset selects deposits and withdrawals only.
    ...(asset === undefined && isRequested('swap') && scopes.includes('wallet_history.swap') ? [swaps] : []),
    ...(asset === undefined && isRequested('auto-redemption') && scopes.includes('wallet.wallets') ? [runs] : []),
  ];
  if (sources.length === 0 && kind !== undefined && !isNeverMatched(kind, asset)) throw new AppError('SCOPE_MISSING');
  return sources;
}

/** Whether no entry can match, whatever the scopes: swaps and runs do not have one asset. */
const isNeverMatched = (kind: Kind, asset: Asset | undefined): boolean =>
  asset !== undefined && (kind === 'swap' || kind === 'auto-redemption');
