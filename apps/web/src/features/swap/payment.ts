import type { OtcRate } from '@wusd/api-sdk/core';
import { type Currency, currencies } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { isLinkAmount, type LinkReading } from '../../shared/payments/payment-link.ts';
import type { SearchOf } from '../../shared/routing/search.ts';
import { serverNow, swapApi } from './api.ts';
import { rateQuestion } from './rate-question.ts';

const draftSchema = v.object({
  sides: v.fallback(v.object({ pay: v.picklist(currencies), receive: v.picklist(currencies) }), {
    pay: 'USD',
    receive: 'WUSD',
  }),
  typed: v.fallback(v.object({ side: v.picklist(['pay', 'receive']), text: v.pipe(v.string(), v.maxLength(60)) }), {
    side: 'pay',
    text: '',
  }),
});
export type SwapDraft = v.InferOutput<typeof draftSchema>;

const emptyDraft = v.parse(draftSchema, {});

/** This tab's swap. A visitor's draft becomes the draft of the customer who signs in. */
export const swapPayment = createPayment<SwapDraft, OtcRate>({
  command: 'remit',
  intro: 'swap.verify.plain',
  draftSchema,
  visitorPath: '/mint-redeem',
  nextDraft: ({ sides }) => ({ sides, typed: emptyDraft.typed }),
  now: serverNow,
  preview: ({ quoteId = '' }) => swapApi.otc.review({ quoteId }),
  // A quote can be reviewed only once, so a renewal needs a new quote.
  renewRequest(draft) {
    const question = rateQuestion(draft);
    if (!question) throw new Error('A reviewed swap has an amount');
    return swapApi.otc.getRate(question);
  },
  async submit({ request: { quoteId = '' }, review: intent, checks: mfa }) {
    const { id } = await swapApi.otc.submit({ quoteId }, { intent, mfa, captcha: captchaFor('swap') });
    return id;
  },
});

/** Starts a swap of a currency to WUSD, or of WUSD to USD. */
export function swapCurrency(pay: Currency): void {
  swapPayment.change({ sides: { pay, receive: pay === 'WUSD' ? 'USD' : 'WUSD' }, typed: emptyDraft.typed });
}

/** Builds the draft that a link requests. @param pairs currency pairs on offer */
export function readLink(
  { pay, receive, amount }: SearchOf<'/mint-redeem'>,
  pairs: readonly SwapDraft['sides'][],
): LinkReading<SwapDraft> {
  const sides = pairs.find((pair) => pair.pay === pay && pair.receive === receive);
  if (!sides) return { ignored: 'swap.link.pair' };
  if (amount === undefined) return { draft: { sides, typed: emptyDraft.typed } };
  return isLinkAmount(amount, sides.pay)
    ? { draft: { sides, typed: { side: 'pay', text: amount } } }
    : { draft: { sides, typed: emptyDraft.typed }, ignored: 'crypto.withdraw.link.amount' };
}
