import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import { tokens } from '../session/auth.ts';
import { baseUrl, currentLanguage } from '../api/client.ts';
import { topicKey } from '../api/invalidation.ts';

const walletApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { walletAccounts });

/** Balances of the signed-in customer. */
export const availableQuery = queryOptions({
  queryKey: topicKey('wallet-accounts', 'available'),
  queryFn: ({ signal }) => walletApi.walletAccounts.list({ signal }),
  meta: { isHandled: true },
});
