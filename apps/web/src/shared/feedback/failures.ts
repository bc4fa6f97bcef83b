import { ApiError, ConnectionError, TimeoutError } from '@wusd/api-sdk/core';
import { AuthConnectionError, AuthError } from '@wusd/auth-core';
import { checkServer } from '../api/connection.ts';
import { dismissToast, toast, toasts } from './toasts.ts';

let generic = { timeout: '', failed: '' };
/** The toast of the last failure, and whether its text is a message of the server. */
let last: { id: string; isSentence: boolean } | undefined;

/** Sets the generic messages for failures without a server message, in the language on screen. */
export function setFailureMessages(messages: typeof generic): void {
  generic = messages;
}

const isFromServer = (error: unknown): error is ApiError | AuthError =>
  error instanceof ApiError || error instanceof AuthError;

/** Message about a failed call: the server's message, or a generic one if there was no response. */
export function failureText(error: unknown): string {
  if (isFromServer(error)) return error.message;
  const isTimeout = error instanceof TimeoutError || (error instanceof AuthConnectionError && error.timedOut);
  return isTimeout ? generic.timeout : generic.failed;
}

/** Whether a call got no response, or `SERVICE_UNAVAILABLE`. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.is('SERVICE_UNAVAILABLE');
  return error instanceof ConnectionError || error instanceof TimeoutError || error instanceof AuthConnectionError;
}

/**
 * Shows a failed call as a toast, which replaces the last failure. A generic text does not replace a server message.
 */
export function reportFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  // The end of a session has its own alert.
  if (error instanceof ApiError && error.is('ACCESS_TOKEN_INVALID', 'SESSION_REVOKED')) return;
  if (isUnanswered(error)) void checkServer();
  const before = toasts.get().some(({ id }) => id === last?.id) ? last : undefined;
  const isSentence = isFromServer(error);
  if (before?.isSentence && !isSentence) return;
  const id = toast(failureText(error), 'negative');
  if (before && before.id !== id) dismissToast(before.id);
  last = { id, isSentence };
}
