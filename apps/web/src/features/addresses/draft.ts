import { createSessionStore } from '../../shared/session/session-store.ts';

/** What is typed of a new address; it outlives the page, and not the session. */
export interface AddressDraft {
  networkId: string;
  address: string;
  memo: string;
  label: string;
}

export const noDraft: AddressDraft = { networkId: '', address: '', memo: '', label: '' };
export const addressDraft = createSessionStore<AddressDraft>(noDraft);
