import type { BankAccount, Body } from '@wusd/api-sdk/core';
import { type Currency, currencies } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { invalidation } from '../../shared/api/invalidation.ts';
import { bankDraftSchema } from '../../shared/bank-accounts/draft.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { type LinkReading, withLinkAmount } from '../../shared/payments/payment-link.ts';
import type { SearchOf } from '../../shared/routing/search.ts';
import { payableAccounts } from './payable.ts';
import { fiatApi } from './queries.ts';

export type FiatWithdrawal = Body<'POST /fiat-transaction/withdraw'>;

const typed = (length: number) => v.fallback(v.pipe(v.string(), v.maxLength(length)), '');
const draftSchema = v.object({
  /** Recipients in this currency come first. It is the currency of the amount until a recipient is chosen. */
  currency: v.fallback(v.picklist(currencies), 'USD'),
  /** Sender account of the chosen route; empty for the recommended route. */
  senderAccountId: typed(60),
  bankAccountId: typed(60),
  /** A new account, which the withdrawal saves; undefined for a saved account. */
  newRecipient: v.fallback(v.optional(bankDraftSchema), undefined),
  amount: typed(60),
  purpose: typed(1000),
});
export type FiatWithdrawalDraft = v.InferOutput<typeof draftSchema>;
const emptyDraft = v.parse(draftSchema, { newRecipient: undefined });

/** This tab's fiat withdrawal. */
export const fiatWithdrawal = createPayment<FiatWithdrawalDraft, FiatWithdrawal>({
  command: 'fiat-withdraw',
  intro: 'crypto.withdraw.verify',
  draftSchema,
  nextDraft: ({ currency }) => ({ ...emptyDraft, currency }),
  now: () => fiatApi.serverTime().getTime(),
  preview: (body) => fiatApi.fiatTransactions.reviewWithdrawal(body),
  async submit({ request, review: intent, checks: mfa }) {
    const captcha = captchaFor('fiat_withdraw');
    const { id } = await fiatApi.fiatTransactions.withdraw(request, { intent, mfa, captcha });
    if (request.newRecipient) invalidation.publish('recipients-changed');
    return id;
  },
});

/** Starts a withdrawal to an account with a new draft, so that it has no amount meant for another recipient. */
export function withdrawTo({ id, fields: { currency } }: BankAccount): void {
  fiatWithdrawal.change({ ...emptyDraft, currency, bankAccountId: id });
}

/** Starts a withdrawal of a currency with an otherwise empty draft. */
export function withdrawCurrency(currency: Currency): void {
  fiatWithdrawal.change({ ...emptyDraft, currency });
}

/** Builds the draft that a link requests. @param first currency of an amount without a recipient */
export function readLink(
  { to, amount }: SearchOf<'/fiat-withdraw'>,
  { accounts, first }: { accounts: readonly BankAccount[]; first: Currency },
): LinkReading<FiatWithdrawalDraft> {
  if (to === undefined) return withLinkAmount({ ...emptyDraft, currency: first }, amount);
  const account = payableAccounts(accounts, first).find(({ id }) => id === to);
  if (!account) return { ignored: 'crypto.withdraw.link.recipient' };
  return withLinkAmount({ ...emptyDraft, currency: account.fields.currency, bankAccountId: to }, amount);
}
