import type { PendingSignIn } from '@wusd/auth-core';
import { createStore } from '../../shared/state/store.ts';

/**
 * The sign-in between its password and its code. In memory only: it can't survive a reload, and must not. The password is
 * not here; the attempt holds a payload that only the server can open.
 */
export const pendingSignIn = createStore<{ email: string; attempt: PendingSignIn } | undefined>(undefined);
