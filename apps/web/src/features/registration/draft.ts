import { accountTypes } from '@wusd/api-sdk/domain';
import * as v from 'valibot';
import { createStoredDraft } from '../../shared/state/stored-draft.ts';
import { createStore } from '../../shared/state/store.ts';

const draftSchema = v.object({
  accountType: v.fallback(v.picklist(accountTypes), 'individual'),
  email: v.fallback(v.pipe(v.string(), v.maxLength(100)), ''),
  /** Values of the details form. That form decides which values are stored, and validates them when they are read. */
  details: v.optional(v.unknown()),
});
export type Draft = v.InferOutput<typeof draftSchema>;

const storedDraft = createStoredDraft('/register', draftSchema);

/** Draft of the registration. It survives a reload. */
export const draft = createStore<Draft>(storedDraft.read());
draft.subscribe(() => storedDraft.write(draft.get()));

/** The password, passed from the first page to the second. In memory only: after a reload it must be typed again. */
export const password = createStore('');
/** The server's rejection of a field on the first page. It arrives only after the second page is submitted. */
export const accountRefusal = createStore<unknown>(undefined);

/** Content of the success page. Ends with the page. */
export interface Registered {
  /** The submitted draft, to register again with another e-mail address. */
  draft: Draft;
  businessType: string | undefined;
}
export const registered = createStore<Registered | undefined>(undefined);
/** Business type of a company whose account was activated. Ends with the page. */
export const activatedBusiness = createStore<string | undefined>(undefined);

/** Clears the draft after the server accepted it. */
export function finishDraft(businessType: string | undefined): void {
  registered.set({ draft: draft.get(), businessType });
  password.set('');
  accountRefusal.set(undefined);
  draft.set(storedDraft.empty);
}
