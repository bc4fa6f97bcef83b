import type { Currency, PartnerId } from '@wusd/api-sdk/domain';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** The draft of a declaration. It is kept after leaving the page, until the session ends. */
export interface DepositDraft {
  currency: Currency;
  partnerId: PartnerId | undefined;
  amount: string;
  remark: string;
  receipts: readonly File[];
}

export const noDeposit: DepositDraft = { currency: 'USD', partnerId: undefined, amount: '', remark: '', receipts: [] };
export const depositDraft = createSessionStore<DepositDraft>(noDeposit);

/** Begins a deposit of a currency. A draft in the same currency is kept. */
export function depositCurrency(currency: Currency): void {
  const draft = depositDraft.get();
  if (draft.currency !== currency) depositDraft.set({ ...draft, currency, partnerId: undefined });
}
