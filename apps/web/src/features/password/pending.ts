import type { Challenge } from '@wusd/api-sdk/core';
import { createStore } from '../../shared/state/store.ts';

/** A password reset that waits for its codes. In memory only: after a reload the customer starts again. */
export const pendingReset = createStore<{ email: string; challenge: Challenge } | undefined>(undefined);
