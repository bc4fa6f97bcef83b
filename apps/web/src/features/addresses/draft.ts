import { type AddressDraft, noAddress } from '../../shared/addresses/draft.ts';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** Draft of a new address. It survives leaving the page and ends with the session. */
export const addressDraft = createSessionStore<AddressDraft>(noAddress);
