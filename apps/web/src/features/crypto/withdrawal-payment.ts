import type { Body, Review } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** What is typed of a withdrawal; it outlives the page, and not the session. */
export interface WithdrawDraft {
  currency: Currency;
  addressId: string;
  amount: string;
}

export const noWithdrawal: WithdrawDraft = { currency: 'WUSD', addressId: '', amount: '' };
export const withdrawDraft = createSessionStore<WithdrawDraft>(noWithdrawal);

/** One that was reviewed, and what the customer was shown. In memory only: a reload begins from what was typed. */
export const withdrawReviewed = createSessionStore<
  { body: Body<'POST /crypto-transaction/withdraw'>; review: Review } | undefined
>(undefined);
