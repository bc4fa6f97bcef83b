import type { HistoryEntry } from '@wusd/api-sdk';
import { AppError } from '../../platform/errors/app-error.ts';
import type { pageOrder } from '../../platform/database/pages.ts';
import { findRecipientIds } from '../destinations/recipient-names.ts';
import { readableDirections } from '../transfers/core/scopes.ts';
import {
  type Asset,
  type HistoryFilter,
  type HistoryServices,
  type Kind,
  type Source,
  transferSources,
  type HistoryReader,
  runs,
  swaps,
  type TextMatches,
} from './sources.ts';
import { comparePositions, positionOf, readPosition, writePosition } from './positions.ts';
import { amountRanges } from './text-matches.ts';

export interface HistoryPage {
  sort?: keyof typeof pageOrder;
  size?: number;
  cursor?: string;
}

/**
 * Returns a keyset page of a customer's history: one page of each source, merged by start time.
 *
 * @throws AppError SCOPE_MISSING if the caller may not see the requested kind, INVALID_REQUEST for an unknown cursor
 */
export async function searchHistory(
  services: HistoryServices,
  reader: HistoryReader,
  filter: HistoryFilter,
  page: HistoryPage,
): Promise<FoundPage> {
  return searchPage(services, reader, filter, await readText(services, reader, filter.text), page);
}

interface FoundPage {
  items: HistoryEntry[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** @param matches matches of the filter's text */
async function searchPage(
  services: HistoryServices,
  reader: HistoryReader,
  { kind, asset, ...narrowing }: HistoryFilter,
  matches: TextMatches | undefined,
  { sort = 'newest', size = 20, cursor }: HistoryPage,
): Promise<FoundPage> {
  const page = { after: readPosition(cursor), sort, limit: size + 1 };
  const sources = sourcesFor(reader, kind, asset);
  const filter = { ...narrowing, matches };
  const pages = await Promise.all(sources.map((each) => each.read(services, reader, filter, page)));
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
  services: HistoryServices,
  reader: HistoryReader,
  { kind, asset, ...narrowing }: HistoryFilter,
): Promise<number> {
  const sources = sourcesFor(reader, kind, asset);
  const filter = { ...narrowing, matches: await readText(services, reader, narrowing.text) };
  const counts = await Promise.all(sources.map((each) => each.count(services, reader, filter)));
  return counts.reduce((total, count) => total + count, 0);
}

/** Yields all entries that match a filter, oldest first, in pages of `size`, without their counterparties. */
export async function* readHistory(
  services: HistoryServices,
  reader: HistoryReader,
  filter: HistoryFilter,
  size = 500,
): AsyncGenerator<HistoryEntry[]> {
  // Read once for all pages, so that renaming a recipient during the export does not change the result.
  const matches = await readText(services, reader, filter.text);
  let cursor: string | undefined;
  do {
    const position = { sort: 'oldest', size, ...(cursor && { cursor }) } as const;
    const page = await searchPage(services, { ...reader, omitsCounterparties: true }, filter, matches, position);
    if (page.items.length > 0) yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns the amounts that a search text can mean, and the recipients whose names contain the text. */
async function readText(
  services: HistoryServices,
  reader: HistoryReader,
  text: string | undefined,
): Promise<TextMatches | undefined> {
  if (text === undefined) return undefined;
  return { amounts: amountRanges(text), recipientIds: await findRecipientIds(services, reader, text) };
}

/**
 * Returns the sources to read. A requested kind must be allowed; without a kind, sources that the scopes forbid are
 * skipped.
 */
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

/**
 * Whether no entry can match, regardless of scopes: a swap or a run has two assets, so an asset filter excludes both.
 */
const isNeverMatched = (kind: Kind, asset: Asset | undefined): boolean =>
  asset !== undefined && (kind === 'swap' || kind === 'auto-redemption');
