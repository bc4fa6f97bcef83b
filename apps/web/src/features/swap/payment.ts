import type { OtcRate } from '@wusd/api-sdk/core';
import { type Currency, currencies } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { createStoredDraft } from '../../shared/state/stored-draft.ts';
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

const storedDraft = createStoredDraft('/mint-redeem', draftSchema);
const emptyDraft = storedDraft.empty;

/** The swap of this tab. Its draft survives a reload and a sign-in. */
export const swapPayment = createPayment<SwapDraft, OtcRate>({
  command: 'remit',
  intro: 'swap.verify.plain',
  draft: storedDraft.read(),
  emptyDraft,
  nextDraft: ({ sides }) => ({ sides, typed: emptyDraft.typed }),
  now: serverNow,
  preview: ({ quoteId = '' }) => swapApi.otc.review({ quoteId }),
  // A quote is reviewed once: its hold is not extended.
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
let written = swapPayment.draft();
swapPayment.actor.subscribe(() => {
  const draft = swapPayment.draft();
  if (draft === written) return;
  written = draft;
  storedDraft.write(draft);
});

/** Begins a swap of a currency: to WUSD, or of WUSD to US dollars. */
export function swapCurrency(pay: Currency): void {
  swapPayment.change({ sides: { pay, receive: pay === 'WUSD' ? 'USD' : 'WUSD' }, typed: emptyDraft.typed });
}
