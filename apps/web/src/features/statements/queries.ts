import { infiniteQueryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { statements } from '@wusd/api-sdk/resources/statements';
import { clientOptions } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const { statements: statementsApi } = createClientOf(clientOptions, { statements });

/**
 * Statements, newest month first, one page at a time. Refetched after a transaction.
 *
 * @param currency undefined for all
 */
export const statementsQuery = (currency: Currency | undefined) =>
  infiniteQueryOptions({
    queryKey: topicKey('transactions', 'statements', currency ?? ''),
    queryFn: async ({ pageParam, signal }) =>
      statementsApi.search(
        { size: 24, ...(currency && { filter: { currency } }), ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : undefined),
    meta: { isHandled: true },
  });
