import type { BlockchainAddress, Body, Config } from '@wusd/api-sdk/core';
import { type Currency, currencies } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { addressDraftSchema } from '../../shared/addresses/draft.ts';
import { invalidation } from '../../shared/api/invalidation.ts';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { type LinkReading, withLinkAmount } from '../../shared/payments/payment-link.ts';
import type { SearchOf } from '../../shared/routing/search.ts';
import { currenciesOf, type NetworkId } from './networks.ts';
import { cryptoApi } from './queries.ts';

export type CryptoWithdrawal = Body<'POST /crypto-transaction/withdraw'>;

const typed = v.fallback(v.pipe(v.string(), v.maxLength(60)), '');
const draftSchema = v.object({
  currency: v.fallback(v.picklist(currencies), 'WUSD'),
  addressId: typed,
  /** A new address, which the withdrawal saves; undefined for a saved address. */
  newRecipient: v.fallback(v.optional(addressDraftSchema), undefined),
  amount: typed,
});
export type CryptoWithdrawalDraft = v.InferOutput<typeof draftSchema>;
const emptyDraft = v.parse(draftSchema, { newRecipient: undefined });

/** This tab's crypto withdrawal. */
export const cryptoWithdrawal = createPayment<CryptoWithdrawalDraft, CryptoWithdrawal>({
  command: 'crypto-withdraw',
  intro: 'crypto.withdraw.verify',
  draftSchema,
  nextDraft: ({ currency }) => ({ ...emptyDraft, currency }),
  now: () => cryptoApi.serverTime().getTime(),
  preview: (body) => cryptoApi.cryptoTransactions.reviewWithdrawal(body),
  async submit({ request, review: intent, checks: mfa }) {
    const captcha = captchaFor('crypto_withdraw');
    const { id } = await cryptoApi.cryptoTransactions.withdraw(request, { intent, mfa, captcha });
    if (request.newRecipient) invalidation.publish('recipients-changed');
    return id;
  },
});

/** Starts a withdrawal of a currency with an otherwise empty draft. */
export function withdrawCurrency(currency: Currency): void {
  cryptoWithdrawal.change({ ...emptyDraft, currency });
}

/** The wanted currency if the network carries it, otherwise the first that it carries. */
function carriedBy(config: Config | undefined, networkId: NetworkId, wanted: Currency): Currency {
  const carried = config ? currenciesOf(config, networkId) : [];
  return carried.includes(wanted) ? wanted : (carried[0] ?? wanted);
}

/**
 * Starts a withdrawal to an address with a new draft, so that it has no amount meant for another recipient. It keeps
 * the currency if the address's network carries it.
 */
export function withdrawTo({ id, networkId }: BlockchainAddress, config: Config | undefined): void {
  const currency = carriedBy(config, networkId, cryptoWithdrawal.draft().currency);
  cryptoWithdrawal.change({ ...emptyDraft, currency, addressId: id });
}

/**
 * Builds the draft that a link requests.
 *
 * @param last currency of the draft that the link replaces
 */
export function readLink(
  { to, currency, amount }: SearchOf<'/crypto-withdraw'>,
  { addresses, config, last }: { addresses: readonly BlockchainAddress[]; config: Config; last: Currency },
): LinkReading<CryptoWithdrawalDraft> {
  if (to === undefined) return withLinkAmount({ ...emptyDraft, currency: currency ?? last }, amount);
  const address = addresses.find(({ id }) => id === to);
  const carried = address ? currenciesOf(config, address.networkId) : [];
  if (address?.status !== 'active' || carried.length === 0) return { ignored: 'crypto.withdraw.link.recipient' };
  const draft = {
    ...emptyDraft,
    addressId: to,
    currency: carriedBy(config, address.networkId, currency ?? last),
  };
  // The amount is in the requested currency, so it can't be used in another.
  if (currency !== undefined && draft.currency !== currency) return { draft, ignored: 'crypto.withdraw.link.currency' };
  return withLinkAmount(draft, amount);
}
