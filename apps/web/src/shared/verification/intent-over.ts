import type { ErrorName } from '@wusd/api-sdk/domain';

const over = new Set<ErrorName | undefined>([
  'INVALID_CREDENTIALS',
  'ACCOUNT_UNAVAILABLE',
  'CODE_LOCKED',
  'CHALLENGE_INVALID',
  'INTENT_EXPIRED',
  'INTENT_MISMATCH',
  'QUOTE_EXPIRED',
  'INSUFFICIENT_BALANCE',
  'IDENTITY_NOT_VERIFIED',
]);

/** Whether a rejection ends an intent or a challenge: other codes can't succeed, and the customer must start again. */
export const isIntentOver = (name: ErrorName | undefined): boolean => over.has(name);
