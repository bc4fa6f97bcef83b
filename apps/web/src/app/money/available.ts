import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import { tokens } from '../auth.ts';
import { baseUrl, currentLanguage } from '../services.ts';

export const walletApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { walletAccounts });

/** What can be spent. */
export const availableQuery = queryOptions({
  queryKey: ['wallet-accounts', 'withdraw'],
  queryFn: ({ signal }) => walletApi.walletAccounts.list({ signal }),
  meta: { isHandled: true },
});
