import { ApiError } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { Refusal } from '../forms/refusals.ts';
import { isIntermediary, nameOf, type Requirement, type TextField } from './fields.ts';

/** Messages for the server's reasons to refuse a field. */
const reasons: Readonly<Record<string, MessageId>> = {
  missing: 'field.required',
  malformed: 'bank.malformed',
  'check-digits': 'bank.checkDigits',
  'other-country': 'bank.otherCountry',
  'already-saved': 'bank.alreadySaved',
};

/** The field that the server refused, if the rail requires it. @param at JSON pointer of the account in the request */
export function bankRefusals(
  error: unknown,
  requirements: readonly Requirement[],
  at: '/body' | '/body/newRecipient' = '/body',
): readonly Refusal[] {
  if (!(error instanceof ApiError) || !error.is('INVALID_REQUEST')) return [];
  const { field, reasonCode } = error.details;
  const refused = requirements.find((each) => `${at}${each.field}` === field);
  if (!refused || isIntermediary(refused)) return [];
  const name: TextField = nameOf(refused);
  return [{ field: `texts.${name}`, message: reasons[reasonCode ?? ''] ?? 'bank.malformed' }];
}
