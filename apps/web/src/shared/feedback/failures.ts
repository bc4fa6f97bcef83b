import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError, AuthError } from '@wusd/auth-core';
import { checkServer } from '../api/connection.ts';
import { dismissToast, toast, toasts } from './toasts.ts';

let generic = { timeout: '', failed: '' };
/** The toast of the last failure, and whether it is a sentence of the server. */
let last: { id: string; isSentence: boolean } | undefined;

/** Sets the messages for failures without a sentence of the server, in the language on screen. */
export function setFailureMessages(messages: typeof generic): void {
  generic = messages;
}

const isFromServer = (error: unknown): error is ApiError | AuthError =>
  error instanceof ApiError || error instanceof AuthError;

/** What to tell the customer about a failed call: the server's own sentence, or that there was no answer. */
export function failureText(error: unknown): string {
  if (isFromServer(error)) return error.message;
  const isTimeout = error instanceof TimeoutError || (error instanceof AuthConnectionError && error.timedOut);
  return isTimeout ? generic.timeout : generic.failed;
}

/** Whether a call got no answer, or `SERVICE_UNAVAILABLE`. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.is('SERVICE_UNAVAILABLE');
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof AuthConnectionError;
}

/** Shows a failed call as a toast. Several at once are one, the latest, but no generic text replaces a sentence of the server. */
export function reportFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  // The end of a session has an alert of its own.
  if (error instanceof ApiError && error.is('ACCESS_TOKEN_INVALID', 'SESSION_REVOKED')) return;
  if (isUnanswered(error)) void checkServer();
  const before = toasts.get().some(({ id }) => id === last?.id) ? last : undefined;
  const isSentence = isFromServer(error);
  if (before?.isSentence && !isSentence) return;
  const id = toast(failureText(error), 'negative');
  if (before && before.id !== id) dismissToast(before.id);
  last = { id, isSentence };
}
