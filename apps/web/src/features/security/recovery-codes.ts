import type { RecoveryCodes } from '@wusd/api-sdk/core';
import { createSessionStore } from '../../shared/session/session-store.ts';

/** Codes that were just made, until they were saved. In memory only: a reload or the session's end loses them, and new ones can be made. */
export const shownCodes = createSessionStore<RecoveryCodes | undefined>(undefined);
