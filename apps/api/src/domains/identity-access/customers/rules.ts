import type { operations } from '@wusd/api-sdk/operations';
import alpha3 from 'countries-list/minimal/countries.2to3.min.json' with { type: 'json' };
import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isProhibited } from '../../compliance/prohibited-countries.ts';
import type { Services } from '../../services.ts';
import type { Customer } from '../../../commands/customers.ts';
import type { Identity } from '../../../gateways/ports.ts';

type Body = operations['register']['requestBody']['content']['application/json'];

const wrong = (field: string, reasonCode: string): AppError =>
  new AppError('INVALID_REQUEST', { field: `/body/${field}`, reasonCode });

const notSupported = (field: string): AppError => new AppError('COUNTRY_NOT_SUPPORTED', { field: `/body/${field}` });

/** What a schema can't say of a registration. @throws AppError INVALID_REQUEST, COUNTRY_NOT_SUPPORTED */
export function assertValidRegistration(
  services: Pick<Services, 'settings'>,
  { accountType, identity, corporate, phoneNumber }: Body,
  now: Date,
): void {
  if (accountType === 'corporate' && !corporate) throw wrong('corporate', 'required');
  if (accountType === 'individual' && corporate) throw wrong('corporate', 'not-allowed');
  assertValidIdentity(services, identity, 'identity/');
  assertValidPhone(phoneNumber);
  if (!corporate) return;
  if (!isCountry(corporate.placeOfIncorporation)) throw wrong('corporate/placeOfIncorporation', 'unknown-country');
  if (isProhibited(services, corporate.placeOfIncorporation)) throw notSupported('corporate/placeOfIncorporation');
  // A date without a time: what is today anywhere on earth is not the future.
  if (new Date(corporate.dateOfIncorporation).getTime() > now.getTime() + 14 * 60 * 60_000)
    throw wrong('corporate/dateOfIncorporation', 'in-the-future');
}

/** @param at where it stands in the body, for the error to point there */
export function assertValidIdentity(
  services: Pick<Services, 'settings'>,
  identity: Identity,
  at: 'identity/' | '',
): void {
  if (identity.fullName.trim() === '') throw wrong(`${at}fullName`, 'required');
  for (const field of ['nationality', 'residence'] as const)
    if (!isCountry(identity[field])) throw wrong(`${at}${field}`, 'unknown-country');
  // Nationals who live elsewhere are looked at by a person.
  if (isProhibited(services, identity.residence)) throw notSupported(`${at}residence`);
}

/** A number that no network can have given out costs a message and reaches nobody. */
export function assertValidPhone(phoneNumber: string): void {
  if (!isPossiblePhoneNumber(phoneNumber)) throw wrong('phoneNumber', 'not-a-number');
}

/** ISO 3166-1 alpha-2. */
function isCountry(code: string): boolean {
  return Object.hasOwn(alpha3, code);
}

/** What keeps whoever is not known from moving money. */
export function identityBlockers(customer: Pick<Customer, 'identityStatus'> | undefined): AppError[] {
  return customer?.identityStatus === 'verified' ? [] : [new AppError('IDENTITY_NOT_VERIFIED')];
}

const hourMs = 60 * 60_000;

/** What keeps whoever has just changed what secures the account from paying out. */
export function cooldownBlockers(customer: Pick<Customer, 'cooldownEndsAt'> | undefined, now: Date): AppError[] {
  const { cooldownEndsAt: endsAt } = customer ?? {};
  if (!endsAt || endsAt <= now) return [];
  const hours = Math.ceil((endsAt.getTime() - now.getTime()) / hourMs);
  return [new AppError('COOLDOWN_ACTIVE', { availableAt: endsAt.toISOString() }, { hours })];
}
