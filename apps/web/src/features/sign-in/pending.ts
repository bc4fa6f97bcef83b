import type { PendingSignIn } from '@wusd/auth-core';
import { createStore } from '../../shared/state/store.ts';

/**
 * A sign-in that waits for its code. In memory only: it must not survive a reload. It does not contain the password;
 * the attempt has a payload that only the server can decrypt.
 */
export const pendingSignIn = createStore<{ email: string; attempt: PendingSignIn } | undefined>(undefined);
