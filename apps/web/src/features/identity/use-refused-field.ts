import { ApiError } from '@wusd/api-sdk/core';
import { useEffect } from 'react';
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form';
import { emptyCorporate, emptyIdentity } from './schema.ts';

const asked = { identity: emptyIdentity, corporate: emptyCorporate, phoneNumber: '' };

/**
 * The field of these forms that the server refused. It is marked and gets the focus, each time anew.
 *
 * @param at where the body stands in the form, e.g. `identity.` where only an identity is sent
 */
export function useRefusedField<Input extends FieldValues, Context, Output>(
  { setError }: UseFormReturn<Input, Context, Output>,
  error: unknown,
  at: 'identity.' | '' = '',
): FieldPath<Input> | undefined {
  useEffect(() => {
    const refused = refusedField(error, at);
    if (refused) setError(refused as FieldPath<Input>, { message: 'identity.notAccepted' }, { shouldFocus: true });
  }, [error, at, setError]);
  return refusedField(error, at) as FieldPath<Input> | undefined;
}

function refusedField(error: unknown, at: string): string | undefined {
  if (!(error instanceof ApiError) || !error.is('INVALID_REQUEST')) return undefined;
  const { field } = error.details;
  if (typeof field !== 'string' || !field.startsWith('/body/')) return undefined;
  const path = at + field.slice('/body/'.length).replaceAll('/', '.');
  return get(asked, path) === undefined ? undefined : path;
}
