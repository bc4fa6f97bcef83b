import { queryOptions } from '@tanstack/react-query';
import type { PaymentTerms } from '@wusd/api-sdk/core';
import { topicKey } from '../../shared/api/invalidation.ts';
import { historyApi } from '../../shared/money/history-api.ts';

export type Act = PaymentTerms['act'];

/** Fees, durations and bounds. Refetched when money has moved, because that changes what the limits allow. */
export const paymentTermsQuery = queryOptions({
  queryKey: topicKey('transactions', 'payment-terms'),
  queryFn: ({ signal }) => historyApi.listPaymentTerms({ signal }),
  meta: { isHandled: true },
});
