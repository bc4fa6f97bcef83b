import type { OtcRate, Review } from '@wusd/api-sdk/core';
import { currencies } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { createSessionStore } from '../../shared/session/session-store.ts';

const key = 'swap';

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
export type Draft = v.InferOutput<typeof draftSchema>;

const empty = v.parse(draftSchema, {});

function stored(): Draft {
  try {
    return v.parse(draftSchema, JSON.parse(sessionStorage.getItem(key) ?? '{}'));
  } catch {
    return empty;
  }
}

/** What was typed so far, kept for this tab across reloads and a log-in. Storage that is blocked means as long as the page. */
export const draft = createSessionStore<Draft>(empty);
draft.set(stored());
draft.subscribe(() => {
  try {
    if (draft.get() === empty) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft.get()));
  } catch {
    // Kept in memory only.
  }
});

/** The order is placed: the next swap begins with its currencies and no amount. */
export function finishDraft(): void {
  const { sides } = draft.get();
  draft.set({ sides, typed: empty.typed });
  reviewed.set(undefined);
}

/** A quote that was reviewed, and what the customer was shown. In memory only: a reload begins from what was typed. */
export const reviewed = createSessionStore<{ quote: OtcRate; review: Review } | undefined>(undefined);
