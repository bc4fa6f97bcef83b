import { queryOptions, useQuery } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { roundDown } from '@wusd/api-sdk/money';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import { clientOptions } from '../api/client.ts';
import { topicKey } from '../api/invalidation.ts';

const walletApi = createClientOf(clientOptions, { walletAccounts });

/** Balances of the signed-in customer. */
const availableQuery = queryOptions({
  queryKey: topicKey('wallet-accounts', 'available'),
  queryFn: ({ signal }) => walletApi.walletAccounts.list({ signal }),
  meta: { isHandled: true },
});

export interface Available {
  /** Available balance, rounded down to the decimals that are shown; undefined until loaded. */
  available: string | undefined;
  isBalanceLoading: boolean;
}

/** The customer's available balance of a currency. @param isSignedIn loads nothing without a session */
export function useAvailable(currency: Currency, isSignedIn = true): Available {
  const { data: accounts, isLoading } = useQuery({ ...availableQuery, enabled: isSignedIn });
  const exact = accounts?.find((account) => account.currency === currency)?.available;
  return {
    available: exact === undefined ? undefined : roundDown(exact, decimalsOf(currency)),
    isBalanceLoading: isLoading,
  };
}
