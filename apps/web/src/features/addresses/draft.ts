import { type AddressDraft, noAddress } from '../../shared/addresses/draft.ts';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** What is typed of a new address; it outlives the page, and not the session. */
export const addressDraft = createSessionStore<AddressDraft>(noAddress);
