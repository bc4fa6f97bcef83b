import { ApiError } from '@wusd/api-sdk/core';
import { type ErrorName, errorName } from '@wusd/api-sdk/domain';
import { AuthError } from '@wusd/auth-core';
import { CaptchaError } from '../../shared/forms/captcha-error.ts';
import { reportFailure } from '../../shared/feedback/failures.ts';
import { RefusedError } from './verification.machine.ts';

/** After these no other code helps: the act begins again. */
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

/** Sorts a failure: the server's refusals by what can be done about them, anything else a toast. */
export function refuse(error: unknown): never {
  if (error instanceof ApiError || error instanceof AuthError) {
    const name = errorName(error.errCode);
    const kind = over.has(name) ? 'over' : name === 'CODE_EXPIRED' ? 'expired' : 'again';
    const { field } = error.details;
    const check = /\/checks\/(\d)$/.exec(typeof field === 'string' ? field : '')?.[1];
    throw new RefusedError({ kind, message: error.message, ...(check !== undefined && { check: Number(check) }) });
  }
  // The page itself says that the captcha is missing.
  if (!(error instanceof CaptchaError)) reportFailure(error);
  throw error;
}
