import { companyDocuments } from '@wusd/i18n/company-documents';
import { personName } from '@wusd/api-sdk/domain';
import { compare, fromMinor, isAmount, toMinor } from '@wusd/api-sdk/money';
import type { components } from '@wusd/api-sdk/operations';
import type { Corporate, Identity } from '../../../gateways/ports.ts';
import type { VerificationKind } from '../../../platform/database/column-types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { isCountry } from '../customers/rules.ts';

export type PersonFields = components['schemas']['VerificationPersonFields'];

/**
 * Maximum files per requirement (e.g. both sides of a card), maximum persons of a company, and minimum share of an
 * owner.
 */
export const verificationLimits = { filesEach: 3, persons: 20, ownerPercent: '25' } as const;

const shareScale = 4;
const whole = '100';

/** Fields that determine the required documents. */
interface Kind {
  identity?: Pick<Identity, 'idType'> | undefined;
  corporate?: Pick<Corporate, 'businessType'> | undefined;
}

type Suffix<Id> = Id extends `documents.${infer Kind}` ? Kind : never;
type CompanyKind = Suffix<(typeof companyDocuments)[keyof typeof companyDocuments][number]>;

/** Returns the document kinds required of a customer. A company sends the documents that its emails and pages list. */
export function kindsOf({ identity, corporate }: Kind): VerificationKind[] {
  if (corporate) {
    const ids: readonly `documents.${CompanyKind}`[] = companyDocuments[corporate.businessType];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the id without its prefix
    return ids.map((id) => id.slice('documents.'.length) as CompanyKind);
  }
  return [...(identity?.idType === 'passport' ? passport : card), 'residence'];
}
const passport = ['passport'] as const;
const card = ['identity-front', 'identity-back'] as const;

/** Document kinds required of each person of a company. */
export const personKinds = ['identity', 'residence'] as const satisfies readonly VerificationKind[];

/** Whether a company must name persons. The owner of a sole proprietorship is the person who registered. */
export function asksForPersons({ corporate }: Kind): boolean {
  return corporate !== undefined && corporate.businessType !== 'sole proprietorship';
}

const invalid = (field: string, reasonCode: string): AppError =>
  new AppError('INVALID_REQUEST', { field: `/body/${field}`, reasonCode });

/**
 * Validates a person together with the other persons of the company.
 *
 * @throws AppError INVALID_REQUEST for the first invalid field, e.g. a share below the threshold, a share without the
 *   owner role, or a total above 100; COUNTRY_NOT_SUPPORTED
 */
export function assertValidPerson(
  services: Parameters<typeof isProhibited>[0],
  person: PersonFields,
  others: readonly PersonFields[],
  now: Date,
): void {
  if (!personName.test(person.fullName)) throw invalid('fullName', 'not-a-name');
  if (!isCountry(person.residence)) throw invalid('residence', 'unknown-country');
  if (isProhibited(services, person.residence))
    throw new AppError('COUNTRY_NOT_SUPPORTED', { field: '/body/residence' });
  const born = new Date(person.dateOfBirth);
  if (born >= now || born.getUTCFullYear() < 1900) throw invalid('dateOfBirth', 'not-a-date-of-birth');
  assertValidShare(person, others);
}

function assertValidShare({ roles, sharePercent: share }: PersonFields, others: readonly PersonFields[]): void {
  if (!roles.includes('owner')) {
    if (share !== undefined) throw invalid('sharePercent', 'not-allowed');
    return;
  }
  if (share === undefined) throw invalid('sharePercent', 'required');
  if (!isAmount(share, shareScale)) throw invalid('sharePercent', 'not-a-number');
  if (compare(share, verificationLimits.ownerPercent) < 0) throw invalid('sharePercent', 'below-threshold');
  if (compare(sumOfShares([...others, { sharePercent: share }]), whole) > 0)
    throw invalid('sharePercent', 'above-whole');
}

/** Returns the sum of all owners' shares, as a decimal. */
export function sumOfShares(persons: readonly Pick<PersonFields, 'sharePercent'>[]): string {
  const sum = persons.reduce((total, { sharePercent }) => total + toMinor(sharePercent ?? '0', shareScale), 0n);
  return fromMinor(sum, shareScale);
}

/**
 * @param hasNoOwner declaration that no person owns a share at or above the threshold
 * @throws AppError INVALID_REQUEST if a company names no director, or no owner without the declaration
 */
export function assertPersonsComplete(persons: readonly PersonFields[], hasNoOwner: boolean): void {
  if (!persons.some(({ roles }) => roles.includes('director'))) throw invalid('persons', 'director-missing');
  if (!hasNoOwner && !persons.some(({ roles }) => roles.includes('owner')))
    throw invalid('hasNoOwner', 'owner-missing');
}
