import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import type { Currency } from '@wusd/api-sdk/domain';
import { clientOptions } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

const walletApi = createClientOf(clientOptions, { walletAccounts });

/** All balances of the customer, and the server time of the response. Refetched when an event reports a change. */
export const walletAccountsQuery = queryOptions({
  queryKey: topicKey('wallet-accounts'),
  queryFn: async ({ signal }) => {
    const accounts = await walletApi.walletAccounts.list({ signal });
    return { accounts, asOf: walletApi.serverTime() };
  },
  meta: { isHandled: true },
});

/** Periods of the chart in days. */
export const ranges = [7, 30, 90, 365] as const;
export type Range = (typeof ranges)[number];

/** The total and its history. Refetched when a balance has changed. */
export const valuationQuery = (currency: Currency, days: Range) =>
  queryOptions({
    queryKey: topicKey('wallet-accounts', 'valuation', currency, days),
    queryFn: ({ signal }) => walletApi.walletAccounts.getValuation({ currency, days }, { signal }),
    meta: { isHandled: true },
  });
