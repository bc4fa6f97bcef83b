import type { OtcRate } from '@wusd/api-sdk/core';
import { currencies } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { captchaFor } from '../../shared/forms/captcha.ts';
import { createPayment } from '../../shared/payments/payment.ts';
import { serverNow, swapApi } from './api.ts';

const storageKey = 'swap';

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

function storedDraft(): SwapDraft {
  try {
    return v.parse(draftSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return emptyDraft;
  }
}

function storeDraft(draft: SwapDraft): void {
  try {
    if (draft === emptyDraft) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

/** The swap of this tab. Its draft survives a reload and a sign-in. */
export const swapPayment = createPayment<SwapDraft, OtcRate>({
  command: 'remit',
  intro: 'swap.verify.plain',
  draft: storedDraft(),
  emptyDraft,
  nextDraft: ({ sides }) => ({ sides, typed: emptyDraft.typed }),
  now: serverNow,
  preview: ({ quoteId = '' }) => swapApi.otc.review({ quoteId }),
  async submit({ request: { quoteId = '' }, review: intent, checks: mfa }) {
    const { id } = await swapApi.otc.submit({ quoteId }, { intent, mfa, captcha: captchaFor('swap') });
    return id;
  },
});
let stored = swapPayment.draft();
swapPayment.actor.subscribe(() => {
  const draft = swapPayment.draft();
  if (draft === stored) return;
  stored = draft;
  storeDraft(draft);
});
