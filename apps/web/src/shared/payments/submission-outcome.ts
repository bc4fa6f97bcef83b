import { ApiError } from '@wusd/api-sdk/core';
import { type ErrorName, errorName } from '@wusd/api-sdk/domain';
import { CaptchaError } from '../forms/captcha-error.ts';
import { isIntentOver } from '../verification/intent-over.ts';

/**
 * Outcome of a failed submission. `retry`: nothing was paid, and other codes can be submitted. `over`: nothing was
 * paid, and the intent can't be used again. `not-sent`: the request never left. `unknown`: the payment may have been
 * executed.
 */
export type SubmissionOutcome = 'retry' | 'over' | 'not-sent' | 'unknown';

/** Errors that the server returns before it checks the intent, or while another request executes it. */
const inconclusive = new Set<ErrorName | undefined>([
  'INTENT_IN_PROGRESS',
  'TOO_MANY_REQUESTS',
  'ACCESS_TOKEN_INVALID',
  'SESSION_REVOKED',
]);

export function submissionOutcome(error: unknown): SubmissionOutcome {
  if (error instanceof CaptchaError) return 'not-sent';
  if (!(error instanceof ApiError)) return 'unknown';
  const name = errorName(error.errCode);
  if (error.status >= 500 || inconclusive.has(name)) return 'unknown';
  return isIntentOver(name) ? 'over' : 'retry';
}
