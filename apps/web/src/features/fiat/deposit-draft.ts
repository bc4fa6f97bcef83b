import type { Currency, PartnerId } from '@wusd/api-sdk/domain';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** What is typed of a deposit; it outlives the page, and not the session. */
export interface DepositDraft {
  currency: Currency;
  partnerId: PartnerId | undefined;
  amount: string;
  remark: string;
  receipts: readonly File[];
}

export const noDeposit: DepositDraft = { currency: 'USD', partnerId: undefined, amount: '', remark: '', receipts: [] };
export const depositDraft = createSessionStore<DepositDraft>(noDeposit);
