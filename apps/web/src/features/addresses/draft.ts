import { createSessionValue } from '../../app/session-value.ts';

/** What is typed of a new address; it outlives the page, and not the session. */
export interface AddressDraft {
  networkId: string;
  address: string;
  memo: string;
  label: string;
}

export const noDraft: AddressDraft = { networkId: '', address: '', memo: '', label: '' };
export const addressDraft = createSessionValue<AddressDraft>(noDraft);
