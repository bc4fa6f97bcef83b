import type { RecoveryCodes } from '@wusd/api-sdk/core';
import { createSessionStore } from '../../shared/session/session-store.ts';

/**
 * New recovery codes until the customer has saved them. In memory only: a reload or the end of the session loses them,
 * and the customer must create new ones.
 */
export const shownCodes = createSessionStore<RecoveryCodes | undefined>(undefined);
