import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { HistoryEntry } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { historyApi } from '../../shared/money/history-api.ts';
import { areDaysWrong, type Filters, filterOf } from './filters.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const pageSize = 50;
/** Milliseconds for which a page stays in memory after it leaves the screen. Scrolling back later fetches it again. */
const keptMs = 5000;

export interface HistoryPage {
  items: HistoryEntry[];
  /** Cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/** A page of matching entries. Refetched when an entry may have changed. @param cursor empty for the first page */
export const historyQuery = (filters: Filters, cursor = ''): UseQueryOptions<HistoryPage> => ({
  queryKey: topicKey('transactions', 'history', filterOf(filters), cursor),
  queryFn: async ({ signal }): Promise<HistoryPage> => {
    const { items, nextCursor } = await historyApi.search(
      { filter: filterOf(filters), size: pageSize, ...(cursor !== '' && { cursor }) },
      { signal },
    );
    return { items, nextCursor };
  },
  enabled: !areDaysWrong(filters),
  gcTime: keptMs,
  meta: { isHandled: true },
});

/** The newest entries, for an overview. @param currency undefined for all */
export const latestQuery = (currency?: Currency) =>
  queryOptions({
    queryKey: topicKey('transactions', 'latest', currency ?? ''),
    queryFn: async ({ signal }) =>
      (await historyApi.search({ size: 5, ...(currency && { filter: { currency } }) }, { signal })).items,
    meta: { isHandled: true },
  });

/** One run of auto-redemption, found by its deposit. */
export const runQuery = (depositId: string) =>
  queryOptions({
    queryKey: topicKey('transactions', 'run', depositId),
    queryFn: async ({ signal }): Promise<HistoryEntry | null> => {
      const { items } = await historyApi.search({ filter: { kind: 'auto-redemption', text: depositId } }, { signal });
      return items.find(({ id }) => id === depositId) ?? null;
    },
    meta: { isHandled: true },
  });

/** Progress of an export that runs in the background. */
export const exportQuery = (id: string) =>
  queryOptions({
    queryKey: ['export', id],
    queryFn: ({ signal }) => historyApi.getExport(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? 1000 : false),
    meta: { isHandled: true },
  });
