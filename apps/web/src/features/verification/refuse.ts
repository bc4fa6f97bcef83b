import { ApiError } from '@wusd/api-sdk/core';
import { errorName } from '@wusd/api-sdk/domain';
import { AuthError } from '@wusd/auth-core';
import { CaptchaError } from '../../shared/forms/captcha-error.ts';
import { reportFailure } from '../../shared/feedback/failures.ts';
import { isIntentOver } from '../../shared/verification/intent-over.ts';
import { RefusedError } from './verification.machine.ts';

/** Converts a rejection by the server into a `RefusedError`. Shows other errors as a toast, and rethrows them. */
export function refuse(error: unknown): never {
  if (error instanceof ApiError || error instanceof AuthError) {
    const name = errorName(error.errCode);
    const kind = isIntentOver(name) ? 'over' : name === 'CODE_EXPIRED' ? 'expired' : 'again';
    const { field } = error.details;
    const check = /\/checks\/(\d)$/.exec(typeof field === 'string' ? field : '')?.[1];
    throw new RefusedError({ kind, message: error.message, ...(check !== undefined && { check: Number(check) }) });
  }
  // The page itself shows a captcha error.
  if (!(error instanceof CaptchaError)) reportFailure(error);
  throw error;
}
