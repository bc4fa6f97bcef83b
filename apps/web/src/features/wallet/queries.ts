import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import type { Currency } from '@wusd/api-sdk/domain';
import { tokens } from '../../shared/session/auth.ts';
import { baseUrl, currentLanguage } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

const walletApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { walletAccounts });

/** All balances of the signed-in customer and when they were so, by the server's clock; asked again whenever the event stream says that one changed. */
export const walletAccountsQuery = queryOptions({
  queryKey: topicKey('wallet-accounts'),
  queryFn: async ({ signal }) => {
    const accounts = await walletApi.walletAccounts.list({ signal });
    return { accounts, asOf: walletApi.serverTime() };
  },
  meta: { isHandled: true },
});

/** How far back a course can go, in days. */
export const ranges = [7, 30, 90, 365] as const;
export type Range = (typeof ranges)[number];

/** What everything is worth, and was; asked again whenever a balance changed. */
export const valuationQuery = (currency: Currency, days: Range) =>
  queryOptions({
    queryKey: topicKey('wallet-accounts', 'valuation', currency, days),
    queryFn: ({ signal }) => walletApi.walletAccounts.getValuation({ currency, days }, { signal }),
    meta: { isHandled: true },
  });
