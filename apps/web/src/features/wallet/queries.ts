import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import { tokens } from '../../app/auth.ts';
import { baseUrl, currentLanguage } from '../../app/services.ts';

const walletApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { walletAccounts });

/** All balances of the signed-in customer and when they were so, by the server's clock; asked again whenever the event stream says that one changed. */
export const walletAccountsQuery = queryOptions({
  queryKey: ['wallet-accounts'],
  queryFn: async ({ signal }) => {
    const accounts = await walletApi.walletAccounts.list({ signal });
    return { accounts, asOf: walletApi.serverTime() };
  },
});
