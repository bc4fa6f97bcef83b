import { type BankDraft, noDraft } from '../../shared/bank-accounts/draft.ts';
import type { BankAccountFields } from '../../shared/bank-accounts/fields.ts';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** Draft of a new account. It survives leaving the page and ends with the session. */
export const bankDraft = createSessionStore<BankDraft>(noDraft);

/** Form values of a saved account. */
export function draftOf({ country, currency, rail, intermediaryBank, ...texts }: BankAccountFields): BankDraft {
  return { way: { country, currency, rail }, texts, intermediary: intermediaryBank };
}

/** Draft of changes to a saved account, with its id. */
export const editDraft = createSessionStore<{ id: string; draft: BankDraft } | undefined>(undefined);
