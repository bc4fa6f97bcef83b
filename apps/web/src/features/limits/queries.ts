import { queryOptions } from '@tanstack/react-query';
import type { PaymentTerms } from '@wusd/api-sdk/core';
import { topicKey } from '../../shared/api/invalidation.ts';
import { historyApi } from '../../shared/money/history-api.ts';

export type Act = PaymentTerms['act'];

/** Fees, durations and bounds. Refetched after a transaction, because it changes the remaining limits. */
export const paymentTermsQuery = queryOptions({
  queryKey: topicKey('transactions', 'payment-terms'),
  queryFn: ({ signal }) => historyApi.listPaymentTerms({ signal }),
  meta: { isHandled: true },
});
