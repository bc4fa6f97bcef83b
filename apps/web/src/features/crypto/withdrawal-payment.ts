import type { Body } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { cryptoApi } from './queries.ts';

export type CryptoWithdrawal = Body<'POST /crypto-transaction/withdraw'>;

export interface CryptoWithdrawalDraft {
  currency: Currency;
  addressId: string;
  amount: string;
}
const emptyDraft: CryptoWithdrawalDraft = { currency: 'WUSD', addressId: '', amount: '' };

/** The crypto withdrawal of this tab. Its draft is kept in memory only. */
export const cryptoWithdrawal = createPayment<CryptoWithdrawalDraft, CryptoWithdrawal>({
  command: 'crypto-withdraw',
  intro: 'crypto.withdraw.verify',
  draft: emptyDraft,
  emptyDraft,
  nextDraft: ({ currency }) => ({ ...emptyDraft, currency }),
  now: () => cryptoApi.serverTime().getTime(),
  preview: (body) => cryptoApi.cryptoTransactions.reviewWithdrawal(body),
  async submit({ request, review: intent, checks: mfa }) {
    const captcha = captchaFor('crypto_withdraw');
    const { id } = await cryptoApi.cryptoTransactions.withdraw(request, { intent, mfa, captcha });
    return id;
  },
});
