import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { cryptoTransactions } from '@wusd/api-sdk/resources/crypto-transactions';
import { walletAccounts } from '@wusd/api-sdk/resources/wallet-accounts';
import { clientOptions } from '../../shared/api/client.ts';
import type { NetworkId } from './networks.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const cryptoApi = createClientOf(clientOptions, { cryptoTransactions, walletAccounts });

/** Deposit address. It never changes, so it is fetched only once. */
export const depositAddressQuery = (currency: Currency, networkId: NetworkId) =>
  queryOptions({
    queryKey: ['deposit-address', currency, networkId],
    queryFn: ({ signal }) => cryptoApi.walletAccounts.getDepositAddress({ currency, networkId }, { signal }),
    staleTime: Infinity,
    meta: { isHandled: true },
  });

/** The latest transactions of one direction. Refetched when a transaction may have changed. */
export const recentQuery = (direction: 'deposit' | 'withdrawal') =>
  queryOptions({
    queryKey: topicKey('transactions', 'crypto', 'recent', direction),
    queryFn: async ({ signal }) =>
      (await cryptoApi.cryptoTransactions.search({ filter: { direction }, size: 5 }, { signal })).items,
    meta: { isHandled: true },
  });

/** Withdrawal fee on a network. */
export const feeQuery = (currency: Currency, networkId: NetworkId) =>
  queryOptions({
    queryKey: topicKey('transactions', 'crypto', 'fee', currency, networkId),
    queryFn: ({ signal }) => cryptoApi.cryptoTransactions.getFee({ currency, networkId }, { signal }),
    meta: { isHandled: true },
  });

/** One transaction. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: topicKey('transactions', 'crypto', id),
    queryFn: ({ signal }) => cryptoApi.cryptoTransactions.get(id, { signal }),
    meta: { isHandled: true },
  });
