import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { otc } from '@wusd/api-sdk/resources/otc';
import { clientOptions } from '../../shared/api/client.ts';
import type { Filters } from './filters.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const ordersApi = createClientOf(clientOptions, { otc });

/** Matching orders, one page at a time. Refetched when an order may have changed. */
export const ordersQuery = ({ status, currency, text }: Filters) =>
  infiniteQueryOptions({
    queryKey: topicKey('orders', 'list', { status, currency, text }),
    queryFn: async ({ pageParam, signal }) =>
      ordersApi.otc.search(
        {
          filter: {
            ...(status !== undefined && { status }),
            ...(currency !== undefined && { currency }),
            ...(text !== undefined && { text }),
          },
          size: 20,
          ...(pageParam !== '' && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : undefined),
    meta: { isHandled: true },
  });

/** One order. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: topicKey('orders', id),
    queryFn: ({ signal }) => ordersApi.otc.get(id, { signal }),
    meta: { isHandled: true },
  });
