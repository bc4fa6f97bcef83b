import { type Currency, currencies, type PartnerId, partners } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { createSessionStore } from '../../shared/session/session-store.ts';
import { createCustomerDraft } from '../../shared/state/customer-drafts.ts';
import { rememberDraft } from '../../shared/state/remember-draft.ts';

/** The draft of a declaration. Text is stored, files are not: after a reload they must be chosen again. */
export interface DepositDraft {
  currency: Currency;
  partnerId: PartnerId | undefined;
  amount: string;
  remark: string;
  receipts: readonly File[];
}

export const noDeposit: DepositDraft = { currency: 'USD', partnerId: undefined, amount: '', remark: '', receipts: [] };
export const depositDraft = createSessionStore<DepositDraft>(noDeposit);

const typed = v.fallback(v.pipe(v.string(), v.maxLength(1000)), '');
const storedSchema = v.object({
  currency: v.fallback(v.picklist(currencies), noDeposit.currency),
  partnerId: v.fallback(v.optional(v.picklist(partners)), undefined),
  amount: typed,
  remark: typed,
});

rememberDraft({
  stored: createCustomerDraft('fiat-deposit', storedSchema),
  current() {
    const { receipts: _, ...draft } = depositDraft.get();
    return draft.amount === '' && draft.remark === '' ? undefined : draft;
  },
  subscribe: depositDraft.subscribe,
  restore(draft) {
    if (depositDraft.get() === noDeposit) depositDraft.set({ ...noDeposit, ...draft });
  },
  // Receipts are not stored, so another tab can't have submitted them.
  discard() {
    const { currency, receipts } = depositDraft.get();
    if (receipts.length === 0) depositDraft.set({ ...noDeposit, currency });
  },
});

/** Starts a deposit of a currency. Keeps a draft in the same currency. */
export function depositCurrency(currency: Currency): void {
  const draft = depositDraft.get();
  if (draft.currency !== currency) depositDraft.set({ ...draft, currency, partnerId: undefined });
}
