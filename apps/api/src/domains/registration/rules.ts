import type { operations } from '@wusd/api-sdk/operations';
import { Failure } from '../../http/failure.ts';

type Body = operations['register']['requestBody']['content']['application/json'];

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** Codes that look like countries and are none (ISO 3166-1, user-assigned and reserved). */
const noCountries = new Set(['EU', 'EZ', 'UN', 'ZZ', 'QO', 'XA', 'XB']);

/** What a schema can't say of a registration. */
export function requireConsistent({ accountType, identity, corporate }: Body, now: Date): void {
  const wrong = (field: string, reasonCode: string): Failure =>
    new Failure('INVALID_REQUEST', { field: `/body/${field}`, reasonCode });
  if (accountType === 'corporate' && !corporate) throw wrong('corporate', 'required');
  if (accountType === 'individual' && corporate) throw wrong('corporate', 'not-allowed');
  if (identity.fullName.trim() === '') throw wrong('identity/fullName', 'required');
  for (const field of ['nationality', 'residence'] as const)
    if (!isCountry(identity[field])) throw wrong(`identity/${field}`, 'unknown-country');
  if (!corporate) return;
  if (!isCountry(corporate.placeOfIncorporation)) throw wrong('corporate/placeOfIncorporation', 'unknown-country');
  // A date without a time: what is today anywhere on earth is not the future.
  if (new Date(corporate.dateOfIncorporation).getTime() > now.getTime() + 14 * 60 * 60_000)
    throw wrong('corporate/dateOfIncorporation', 'in-the-future');
}

function isCountry(code: string): boolean {
  return !noCountries.has(code) && regions.of(code) !== undefined;
}
