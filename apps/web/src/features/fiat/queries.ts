import { queryOptions, skipToken } from '@tanstack/react-query';
import { type Body, createClientOf } from '@wusd/api-sdk/core';
import type { PartnerId } from '@wusd/api-sdk/domain';
import { fiatTransactions } from '@wusd/api-sdk/resources/fiat-transactions';
import { clientOptions } from '../../shared/api/client.ts';
import { topicKey } from '../../shared/api/invalidation.ts';
import type { Way } from '../../shared/bank-accounts/fields.ts';

export const fiatApi = createClientOf(clientOptions, { fiatTransactions });

/** Deposit account at a bank. It never changes, so it is fetched only once. @param partnerId undefined loads nothing */
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

/**
 * Payout routes to a bank account, the recommended one first. Their limits depend on the balance.
 *
 * @param recipient a saved account, or country, currency and rail of a new one; undefined loads nothing
 */
export const payoutRoutesQuery = (recipient: { bankAccountId: string } | Way | undefined) =>
  queryOptions({
    queryKey: topicKey('wallet-accounts', 'payout-routes', recipient),
    queryFn:
      recipient === undefined
        ? skipToken
        : ({ signal }) => fiatApi.fiatTransactions.listPayoutRoutes(recipient, { signal }),
    meta: { isHandled: true },
  });

/** The latest transactions of one direction. Refetched when a transaction may have changed. */
export const recentFiatQuery = (direction: 'deposit' | 'withdrawal') =>
  queryOptions({
    queryKey: topicKey('transactions', 'fiat', 'recent', direction),
    queryFn: async ({ signal }) =>
      (await fiatApi.fiatTransactions.search({ filter: { direction }, size: 5 }, { signal })).items,
    meta: { isHandled: true },
  });

/** One transaction. */
export const fiatTransactionQuery = (id: string) =>
  queryOptions({
    queryKey: topicKey('transactions', 'fiat', id),
    queryFn: ({ signal }) => fiatApi.fiatTransactions.get(id, { signal }),
    meta: { isHandled: true },
  });

/** The recipient of a withdrawal, as `payoutRoutesQuery` takes it. */
export const recipientOf = ({
  bankAccountId,
  newRecipient,
}: Pick<Body<'POST /fiat-transaction/withdraw'>, 'bankAccountId' | 'newRecipient'>) => {
  if (newRecipient === undefined) return bankAccountId === undefined ? undefined : { bankAccountId };
  const { country, currency, rail } = newRecipient;
  return { country, currency, rail };
};
