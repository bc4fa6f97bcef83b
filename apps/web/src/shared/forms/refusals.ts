import { ApiError } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { problems } from './rules.ts';

/** The server's refusal of one field. */
export type Refusal = { field: string } & (
  | { message: MessageId; values?: Record<string, string | number> }
  /** The server's own message, already in the language on screen. */
  | { text: string }
);

/**
 * The field that the server named; undefined if the form does not have it.
 *
 * @param prefix path of the request body in the form, e.g. `identity.`
 */
export function namedField(error: unknown, has: (field: string) => boolean, prefix = ''): string | undefined {
  if (!(error instanceof ApiError) || !error.is('INVALID_REQUEST')) return undefined;
  const { field } = error.details;
  if (typeof field !== 'string' || !field.startsWith('/body/')) return undefined;
  const path = prefix + field.slice('/body/'.length).replaceAll('/', '.');
  return has(path) ? path : undefined;
}

/** Refusal of a field that the server named without a known reason. */
export function notAccepted(field: string | undefined): readonly Refusal[] {
  return field === undefined ? [] : [{ field, message: problems.notAccepted }];
}
