import type { Challenge } from '@wusd/api-sdk/core';
import { createStore } from '../../shared/state/store.ts';

/** A forgotten password between its address and its codes. In memory only: a reload begins again. */
export const pendingReset = createStore<{ email: string; challenge: Challenge } | undefined>(undefined);
