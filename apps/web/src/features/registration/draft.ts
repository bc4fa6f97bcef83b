import { accountTypes } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { createStoredDraft } from '../../shared/state/stored-draft.ts';
import { createStore } from '../../shared/state/store.ts';

const draftSchema = v.object({
  accountType: v.fallback(v.picklist(accountTypes), 'individual'),
  email: v.fallback(v.pipe(v.string(), v.maxLength(100)), ''),
  /** Of the form that asks for them: it decides what may be kept, and trusts nothing that comes back. */
  details: v.optional(v.unknown()),
});
export type Draft = v.InferOutput<typeof draftSchema>;

const storedDraft = createStoredDraft('/register', draftSchema);

/** What was typed so far; it survives a reload. */
export const draft = createStore<Draft>(storedDraft.read());
draft.subscribe(() => storedDraft.write(draft.get()));

/** The password between the two pages. In memory only: a reload asks for it again. */
export const password = createStore('');
/** Why the server refused a field of the first page; known only after the second page is submitted. */
export const accountRefusal = createStore<unknown>(undefined);

/** Content of the success page. Ends with the page. */
export interface Registered {
  /** As they were typed, for another address. */
  draft: Draft;
  businessType: string | undefined;
}
export const registered = createStore<Registered | undefined>(undefined);
/** Business type of a company whose account was activated. Ends with the page. */
export const activatedBusiness = createStore<string | undefined>(undefined);

/** The server has it. */
export function finishDraft(businessType: string | undefined): void {
  registered.set({ draft: draft.get(), businessType });
  password.set('');
  accountRefusal.set(undefined);
  draft.set(storedDraft.empty);
}
