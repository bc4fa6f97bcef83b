import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { isAmount } from '@wusd/api-sdk/money';
import type { MessageId } from '@wusd/i18n';
import { createStore, useStore } from '../state/store.ts';
import { useEffect, useEffectEvent, useState } from 'react';

/** What a link fills in, and a sentence about what of it was ignored. */
export interface LinkReading<Draft> {
  /** Undefined where nothing is filled in. */
  draft?: Draft;
  ignored?: MessageId;
}

/** Whether a link's amount is a plain decimal above zero that the currency can have, such as `1250.00`. Nothing in it is interpreted. */
export const isLinkAmount = (text: string, currency: Currency): boolean =>
  /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text) && isAmount(text, decimalsOf(currency));

/** A draft with the link's amount, if there is one that it can have. */
export function withLinkAmount<Draft extends { currency: Currency; amount: string }>(
  draft: Draft,
  amount: string | undefined,
): LinkReading<Draft> {
  if (amount === undefined) return { draft };
  return isLinkAmount(amount, draft.currency)
    ? { draft: { ...draft, amount } }
    : { draft, ignored: 'crypto.withdraw.link.amount' };
}

export interface PaymentLink<Draft> {
  /** Its search parameters; all undefined where the address has no link. */
  link: Record<string, string | undefined>;
  /** Reads it; undefined until what it is checked against has arrived. */
  read: (() => LinkReading<Draft>) | undefined;
  fill: (draft: Draft) => void;
  /** Takes the link off the address, so that a reload shows the draft as it was edited since. */
  clear: () => void;
}

/**
 * Fills a form in from the address. It never submits or reviews anything.
 *
 * @returns a sentence about what of the link was ignored
 */
export function usePaymentLink<Draft>({ link, read, fill, clear }: PaymentLink<Draft>): MessageId | undefined {
  const [ignored] = useState(() => createStore<MessageId | undefined>(undefined));
  const follow = useEffectEvent(() => {
    const reading = read?.();
    if (!reading) return;
    if (reading.draft) fill(reading.draft);
    ignored.set(reading.ignored);
    clear();
  });
  const isReady = read !== undefined && Object.values(link).some((value) => value !== undefined);
  useEffect(() => {
    if (isReady) follow();
  }, [isReady]);
  return useStore(ignored);
}
