import { queryOptions, skipToken } from '@tanstack/react-query';
import { createClientOf } from '@wusd/api-sdk/core';
import type { PartnerId } from '@wusd/api-sdk/domain';
import { fiatTransactions } from '@wusd/api-sdk/resources/fiat-transactions';
import { tokens } from '../../shared/session/auth.ts';
import { baseUrl, currentLanguage } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';

export const fiatApi = createClientOf({ baseUrl, auth: tokens, language: currentLanguage }, { fiatTransactions });

/** Deposit account at a bank. It never changes, so it is fetched once. @param partnerId undefined loads nothing */
export const depositAccountQuery = (partnerId: PartnerId | undefined) =>
  queryOptions({
    queryKey: ['deposit-account', partnerId],
    queryFn:
      partnerId === undefined
        ? skipToken
        : ({ signal }) => fiatApi.fiatTransactions.getDepositAccount(partnerId, { signal }),
    staleTime: Infinity,
    meta: { isHandled: true },
  });

/** Ways to a saved bank account, the recommended one first. What they allow depends on the balance. */
export const payoutRoutesQuery = (bankAccountId: string | undefined) =>
  queryOptions({
    queryKey: topicKey('wallet-accounts', 'payout-routes', bankAccountId),
    queryFn:
      bankAccountId === undefined
        ? skipToken
        : ({ signal }) => fiatApi.fiatTransactions.listPayoutRoutes({ bankAccountId }, { signal }),
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
