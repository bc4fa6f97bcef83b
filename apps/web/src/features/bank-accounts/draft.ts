import { createSessionStore } from '../../shared/session/session-store.ts';
import type { BankAccountFields, IntermediaryBank, TextField, Way } from './fields.ts';

/** What is typed of an account; it outlives the page, and not the session. */
export interface BankDraft {
  way: { [field in keyof Way]: string };
  texts: Partial<Record<TextField, string>>;
  /** Undefined where money goes through no other bank. */
  intermediary: IntermediaryBank | undefined;
}

export const noDraft: BankDraft = {
  way: { country: '', currency: '', rail: '' },
  texts: {},
  intermediary: undefined,
};
export const bankDraft = createSessionStore<BankDraft>(noDraft);

/** The values of a saved account in the form. */
export function draftOf({ country, currency, rail, intermediaryBank, ...texts }: BankAccountFields): BankDraft {
  return { way: { country, currency, rail }, texts, intermediary: intermediaryBank };
}

/** What is typed of one that is changed. */
export const editDraft = createSessionStore<{ id: string; draft: BankDraft } | undefined>(undefined);
