import { queryOptions } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import type { Currency, PartnerId } from '@wusd/api-sdk/domain';
import { fiatTransactions } from '@wusd/api-sdk/resources/fiat-transactions';
import { tokens } from '../../shared/session/auth.ts';
import { baseUrl, currentLanguage } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const fiatApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { fiatTransactions });

/** Deposit account at a bank. It never changes, so it is fetched once. */
export const depositAccountQuery = (partnerId: PartnerId) =>
  queryOptions({
    queryKey: ['deposit-account', partnerId],
    queryFn: ({ signal }) => fiatApi.fiatTransactions.getDepositAccount(partnerId, { signal }),
    staleTime: Infinity,
    meta: { isHandled: true },
  });

/** Accounts that payouts are sent from. */
export const sendersQuery = queryOptions({
  queryKey: ['sender-accounts'],
  queryFn: ({ signal }) => fiatApi.fiatTransactions.listSenderAccounts({ signal }),
  staleTime: Infinity,
  meta: { isHandled: true },
});

/** Withdrawal fees of a currency by rail. */
export const feesQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['fiat-fees', currency],
    queryFn: ({ signal }) => fiatApi.fiatTransactions.getFees(currency, { signal }),
    meta: { isHandled: true },
  });

/** The latest of one direction. Refetched when one of them may have changed. */
export const recentFiatQuery = (direction: 'deposit' | 'withdrawal') =>
  queryOptions({
    queryKey: topicKey('transactions', 'fiat', 'recent', direction),
    queryFn: async ({ signal }) =>
      (await fiatApi.fiatTransactions.search({ filter: { direction }, size: 5 }, { signal })).items,
    meta: { isHandled: true },
  });

/** One of them. */
export const fiatTransactionQuery = (id: string) =>
  queryOptions({
    queryKey: topicKey('transactions', 'fiat', id),
    queryFn: ({ signal }) => fiatApi.fiatTransactions.get(id, { signal }),
    meta: { isHandled: true },
  });
