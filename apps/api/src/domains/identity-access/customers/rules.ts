import { personName } from '@wusd/api-sdk/domain';
import type { operations } from '@wusd/api-sdk/operations';
import alpha3 from 'countries-list/minimal/countries.2to3.min.json' with { type: 'json' };
import { isPossiblePhoneNumber } from 'libphonenumber-js/min';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isProhibited } from '../../compliance/prohibited-countries.ts';
import type { Services } from '../../services.ts';
import type { Customer } from '../../../commands/customers.ts';
import type { Identity } from '../../../gateways/ports.ts';

type Body = operations['register']['requestBody']['content']['application/json'];

const invalidField = (field: string, reasonCode: string): AppError =>
  new AppError('INVALID_REQUEST', { field: `/body/${field}`, reasonCode });

const notSupported = (field: string): AppError => new AppError('COUNTRY_NOT_SUPPORTED', { field: `/body/${field}` });

/**
 * Validates rules of a registration that the contract's schema can't express.
 * @throws AppError INVALID_REQUEST, COUNTRY_NOT_SUPPORTED
 */
export function assertValidRegistration(
  services: Pick<Services, 'settings'>,
  { accountType, identity, corporate, phoneNumber }: Body,
  now: Date,
): void {
  if (accountType === 'corporate' && !corporate) throw invalidField('corporate', 'required');
  if (accountType === 'individual' && corporate) throw invalidField('corporate', 'not-allowed');
  assertValidIdentity(services, identity, 'identity/');
  assertValidPhone(phoneNumber);
  if (!corporate) return;
  if (!isCountry(corporate.placeOfIncorporation))
    throw invalidField('corporate/placeOfIncorporation', 'unknown-country');
  if (isProhibited(services, corporate.placeOfIncorporation)) throw notSupported('corporate/placeOfIncorporation');
  // A date has no time zone, so a date that is already today at UTC+14 is accepted.
  if (new Date(corporate.dateOfIncorporation).getTime() > now.getTime() + 14 * 60 * 60_000)
    throw invalidField('corporate/dateOfIncorporation', 'in-the-future');
}

/**
 * @param at path of the identity in the body, for the field of the error
 * @throws AppError INVALID_REQUEST, COUNTRY_NOT_SUPPORTED
 */
export function assertValidIdentity(
  services: Pick<Services, 'settings'>,
  identity: Identity,
  at: 'identity/' | '',
): void {
  if (!personName.test(identity.fullName)) throw invalidField(`${at}fullName`, 'not-a-name');
  for (const field of ['nationality', 'residence'] as const)
    if (!isCountry(identity[field])) throw invalidField(`${at}${field}`, 'unknown-country');
  // Nationals of prohibited countries who live in another country are accepted here, and reviewed by an operator.
  if (isProhibited(services, identity.residence)) throw notSupported(`${at}residence`);
}

/**
 * Rejects numbers that no network can have assigned: an SMS would cost money and not be delivered.
 * @throws AppError INVALID_REQUEST
 */
export function assertValidPhone(phoneNumber: string): void {
  if (!isPossiblePhoneNumber(phoneNumber)) throw invalidField('phoneNumber', 'not-a-number');
}

/** Whether a code is an ISO 3166-1 alpha-2 code. */
export function isCountry(code: string): boolean {
  return Object.hasOwn(alpha3, code);
}

/** Blocks withdrawals, swaps and new destinations until the customer's identity is verified. */
export function identityBlockers(customer: Pick<Customer, 'identityStatus'> | undefined): AppError[] {
  return customer?.identityStatus === 'verified' ? [] : [new AppError('IDENTITY_NOT_VERIFIED')];
}

const hourMs = 60 * 60_000;

/** Blocks withdrawals during the cooldown after a security change. */
export function cooldownBlockers(customer: Pick<Customer, 'cooldownEndsAt'> | undefined, now: Date): AppError[] {
  const { cooldownEndsAt: endsAt } = customer ?? {};
  if (!endsAt || endsAt <= now) return [];
  const hours = Math.ceil((endsAt.getTime() - now.getTime()) / hourMs);
  return [new AppError('COOLDOWN_ACTIVE', { availableAt: endsAt.toISOString() }, { hours })];
}
