import { ApiError } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import { problems } from './rules.ts';

/** What the server found wrong with one field. */
export type Refusal = { field: string } & (
  | { message: MessageId; values?: Record<string, string | number> }
  /** In the server's own words, already in the language on screen. */
  | { text: string }
);

/**
 * The field that the server named, where the form has it.
 *
 * @param prefix where the body stands in the form, e.g. `identity.`
 */
export function namedField(error: unknown, has: (field: string) => boolean, prefix = ''): string | undefined {
  if (!(error instanceof ApiError) || !error.is('INVALID_REQUEST')) return undefined;
  const { field } = error.details;
  if (typeof field !== 'string' || !field.startsWith('/body/')) return undefined;
  const path = prefix + field.slice('/body/'.length).replaceAll('/', '.');
  return has(path) ? path : undefined;
}

/** A field named by the server without a reason that the form knows. */
export function notAccepted(field: string | undefined): readonly Refusal[] {
  return field === undefined ? [] : [{ field, message: problems.notAccepted }];
}
