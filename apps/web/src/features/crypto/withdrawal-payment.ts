import type { BlockchainAddress, Body, Config } from '@wusd/api-sdk/core';
import type { Currency } from '@wusd/api-sdk/domain';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { currenciesOf } from './networks.ts';
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

/** Begins a withdrawal of a currency, with nothing left in it of another. */
export function withdrawCurrency(currency: Currency): void {
  cryptoWithdrawal.change({ ...emptyDraft, currency });
}

/**
 * Begins a withdrawal to an address: a new draft, so that no amount meant for another recipient is left in it. The currency stays if the
 * address's network carries it.
 */
export function withdrawTo({ id, networkId }: BlockchainAddress, config: Config | undefined): void {
  const carried = config ? currenciesOf(config, networkId) : [];
  const last = cryptoWithdrawal.draft().currency;
  const currency = carried.includes(last) ? last : (carried[0] ?? last);
  cryptoWithdrawal.change({ ...emptyDraft, currency, addressId: id });
}
