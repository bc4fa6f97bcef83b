import { type BankDraft, noDraft } from '../../shared/bank-accounts/draft.ts';
import type { BankAccountFields } from '../../shared/bank-accounts/fields.ts';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** What is typed of an account; it outlives the page, and not the session. */
export const bankDraft = createSessionStore<BankDraft>(noDraft);

/** The values of a saved account in the form. */
export function draftOf({ country, currency, rail, intermediaryBank, ...texts }: BankAccountFields): BankDraft {
  return { way: { country, currency, rail }, texts, intermediary: intermediaryBank };
}

/** What is typed of one that is changed. */
export const editDraft = createSessionStore<{ id: string; draft: BankDraft } | undefined>(undefined);
