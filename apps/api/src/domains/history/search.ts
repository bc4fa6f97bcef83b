import type { HistoryEntry } from '@wusd/api-sdk';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { pageOrder } from '../../platform/database/pages.ts';
import { readableDirections } from '../transfers/core/scopes.ts';
import { type Asset, type HistoryFilter, type Kind, type Leg, legOf, type HistoryReader, runs, swaps } from './legs.ts';
import { comparePositions, positionOf, readPosition, writePosition } from './positions.ts';

export interface HistoryPage {
  sort?: keyof typeof pageOrder;
  size?: number;
  cursor?: string;
}

/**
 * A keyset page of everything that moved a customer's money: a page of each kind, merged by when it began.
 *
 * @throws AppError SCOPE_MISSING where a kind is asked for that the caller may not see
 */
export async function searchHistory(
  db: Db,
  reader: HistoryReader,
  { kind, asset, ...narrowing }: HistoryFilter,
  { sort = 'newest', size = 20, cursor }: HistoryPage,
): Promise<{ items: HistoryEntry[]; hasMore: boolean; nextCursor: string | null }> {
  const page = { after: readPosition(cursor), sort, limit: size + 1 };
  const pages = await Promise.all(legsOf(reader, kind, asset).map((each) => each.read(db, reader, narrowing, page)));
  const sign = sort === 'newest' ? -1 : 1;
  const found = pages.flat().toSorted((a, b) => sign * comparePositions(positionOf(a), positionOf(b)));
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const hasMore = found.length > size;
  return {
    items: shown,
    hasMore,
    nextCursor: hasMore && last ? writePosition(positionOf(last)) : null,
  };
}

/** How many match. */
export async function countHistory(
  db: Db,
  reader: HistoryReader,
  { kind, asset, ...narrowing }: HistoryFilter,
): Promise<number> {
  const counts = await Promise.all(legsOf(reader, kind, asset).map((each) => each.count(db, reader, narrowing)));
  return counts.reduce((total, count) => total + count, 0);
}

/** Everything that matches, oldest first, so many at a time. */
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

/** The tables to read. A kind that was asked for must be allowed; without one, what is not is left out. */
function legsOf({ scopes }: HistoryReader, kind: Kind | undefined, asset: Asset | undefined): Leg[] {
  const isAsked = (each: Kind): boolean => kind === undefined || kind === each;
  const moving = (['crypto', 'fiat'] as const)
    .filter((each) => asset === undefined || asset === each)
    .flatMap((each) => {
      const directions = readableDirections(each, scopes, 'view').filter(isAsked);
      return directions.length > 0 ? [legOf[each](directions)] : [];
    });
  const legs = [
    ...moving,
    // Swaps and runs are of two assets each: who asks for one means what comes and goes.
    ...(asset === undefined && isAsked('swap') && scopes.includes('wallet_history.swap') ? [swaps] : []),
    ...(asset === undefined && isAsked('auto-redemption') && scopes.includes('wallet.wallets') ? [runs] : []),
  ];
  if (legs.length === 0 && kind !== undefined && !isOfNoAsset(kind, asset)) throw new AppError('SCOPE_MISSING');
  return legs;
}

/** Nothing is both, whoever asks. */
const isOfNoAsset = (kind: Kind, asset: Asset | undefined): boolean =>
  asset !== undefined && (kind === 'swap' || kind === 'auto-redemption');
