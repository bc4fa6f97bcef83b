import type { Challenge } from '@wusd/api-sdk/core';
import { createValue } from '../../app/value.ts';

/** A forgotten password between its address and its codes. In memory only: a reload begins again. */
export const pendingReset = createValue<{ email: string; challenge: Challenge } | undefined>(undefined);
