import { ApiError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError, AuthError } from '@wusd/auth-core';
import { toast } from './toasts.ts';

let generic = { timeout: '', failed: '' };

/** Sets the messages for failures without a sentence of the server, in the language on screen. */
export function setFailureMessages(messages: typeof generic): void {
  generic = messages;
}

/** What to tell the customer about a failed call: the server's own sentence, or that there was no answer. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError || error instanceof AuthError) return error.message;
  const isTimeout = error instanceof TimeoutError || (error instanceof AuthConnectionError && error.timedOut);
  return isTimeout ? generic.timeout : generic.failed;
}

export function reportFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  // The end of a session has an alert of its own.
  if (error instanceof ApiError && error.is('ACCESS_TOKEN_INVALID', 'SESSION_REVOKED')) return;
  toast(failureText(error), 'negative');
}
