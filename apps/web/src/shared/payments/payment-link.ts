import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { isAmount } from '@wusd/api-sdk/money';
import type { MessageId } from '@wusd/i18n';
import { createStore, useStore } from '../state/store.ts';
import { useEffect, useEffectEvent, useState } from 'react';

/** The draft that a link fills in, and a message about an ignored part of the link. */
export interface LinkReading<Draft> {
  /** Undefined if the link fills in nothing. */
  draft?: Draft;
  ignored?: MessageId;
}

/** Whether a link's amount is a plain decimal above zero with the currency's decimals, such as `1250.00`. */
export const isLinkAmount = (text: string, currency: Currency): boolean =>
  /^\d+(\.\d+)?$/.test(text) && /[1-9]/.test(text) && isAmount(text, decimalsOf(currency));

/** Adds the link's amount to a draft if it is valid for the draft's currency. */
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
  /** Search parameters of the link; all undefined if the URL has none. */
  link: Record<string, string | undefined>;
  /** Reads the link; undefined until the data to validate it has loaded. */
  read: (() => LinkReading<Draft>) | undefined;
  fill: (draft: Draft) => void;
  /** Removes the link from the URL, so that a reload shows the draft with later edits. */
  clear: () => void;
}

/**
 * Fills in a form from the URL. It never submits or reviews anything.
 *
 * @returns a message about an ignored part of the link
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
