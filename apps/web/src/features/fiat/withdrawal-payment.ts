import type { BankAccount, Body } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { fiatApi } from './queries.ts';

export type FiatWithdrawal = Body<'POST /fiat-transaction/withdraw'>;

export interface FiatWithdrawalDraft {
  /** Which recipients come first, and what the amount is in until there is one. */
  currency: Currency;
  /** The route; empty for the recommended one. */
  senderAccountId: string;
  bankAccountId: string;
  amount: string;
  purpose: string;
}
const emptyDraft: FiatWithdrawalDraft = {
  currency: 'USD',
  senderAccountId: '',
  bankAccountId: '',
  amount: '',
  purpose: '',
};

/** The fiat withdrawal of this tab. Its draft is kept in memory only. */
export const fiatWithdrawal = createPayment<FiatWithdrawalDraft, FiatWithdrawal>({
  command: 'fiat-withdraw',
  intro: 'crypto.withdraw.verify',
  draft: emptyDraft,
  emptyDraft,
  nextDraft: ({ currency }) => ({ ...emptyDraft, currency }),
  now: () => fiatApi.serverTime().getTime(),
  preview: (body) => fiatApi.fiatTransactions.reviewWithdrawal(body),
  async submit({ request, review: intent, checks: mfa }) {
    const captcha = captchaFor('fiat_withdraw');
    const { id } = await fiatApi.fiatTransactions.withdraw(request, { intent, mfa, captcha });
    return id;
  },
});

/** Begins a withdrawal to an account: a new draft, so that no amount meant for another recipient is left in it. */
export function withdrawTo({ id, fields: { currency } }: BankAccount): void {
  fiatWithdrawal.change({ ...emptyDraft, currency, bankAccountId: id });
}

/** Begins a withdrawal of a currency, with nothing left in it of another. */
export function withdrawCurrency(currency: Currency): void {
  fiatWithdrawal.change({ ...emptyDraft, currency });
}
