import type { Body, Review } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** What is typed of a withdrawal to a bank; it outlives the page, and not the session. */
export interface FiatWithdrawDraft {
  currency: Currency;
  senderAccountId: string;
  bankAccountId: string;
  amount: string;
  purpose: string;
}

export const noFiatWithdrawal: FiatWithdrawDraft = {
  currency: 'USD',
  senderAccountId: '',
  bankAccountId: '',
  amount: '',
  purpose: '',
};
export const fiatWithdrawDraft = createSessionStore<FiatWithdrawDraft>(noFiatWithdrawal);

/** One that was reviewed, and what the customer was shown. In memory only: a reload begins from what was typed. */
export const fiatWithdrawReviewed = createSessionStore<
  { body: Body<'POST /fiat-transaction/withdraw'>; review: Review } | undefined
>(undefined);
