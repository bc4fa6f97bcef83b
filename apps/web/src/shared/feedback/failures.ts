import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError, AuthError } from '@wusd/auth-core';
import { checkServer } from '../api/connection.ts';
import { dismissToast, toast, toasts } from './toasts.ts';

let generic = { timeout: '', failed: '' };

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

/** Whether a call ended without an answer, or with the server's word that it can't give any. */
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
  const text = failureText(error);
  const shown = toasts.get().find(({ tone }) => tone === 'negative');
  if (shown && !isFromServer(error) && !Object.values(generic).includes(shown.text)) return;
  if (shown && shown.text !== text) dismissToast(shown.id);
  toast(text, 'negative');
}
