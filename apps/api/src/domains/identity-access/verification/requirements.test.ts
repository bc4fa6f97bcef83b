import fc from 'fast-check';
import { compare, fromMinor } from '@wusd/api-sdk/money';
import { describe, expect, test } from 'vitest';
import { readProhibitedCountries } from '../../compliance/prohibited-countries.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { assertPersonsComplete, assertValidPerson, kindsOf, type PersonFields, sumOfShares } from './requirements.ts';
import { statusOf } from './case.ts';

const services = { settings: { prohibitedCountries: readProhibitedCountries(undefined) } };
const now = new Date('2026-03-01T00:00:00Z');
const person = (more: Partial<PersonFields> = {}): PersonFields => ({
  fullName: '陈美',
  roles: ['director'],
  dateOfBirth: '1984-02-29',
  residence: 'SG',
  ...more,
});
const reasonOf = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.details.field} ${error.details.reasonCode}`;
  }
};
const share = fc.bigInt(0n, 1_200_000n).map((minor) => fromMinor(minor, 4));

describe('persons of a company', () => {
  test('accepts shares of at least 25% while the exact total is at most 100% (control 61)', () => {
    fc.assert(
      fc.property(fc.array(share, { maxLength: 6 }), (shares) => {
        const taken: PersonFields[] = [];
        for (const sharePercent of shares) {
          const owner = person({ roles: ['owner'], sharePercent });
          if (reasonOf(() => assertValidPerson(services, owner, taken, now)) === undefined) taken.push(owner);
          else expect(compare(sharePercent, '25') < 0 || compare(sumOfShares([...taken, owner]), '100') > 0).toBe(true);
        }
        expect(compare(sumOfShares(taken), '100')).toBeLessThanOrEqual(0);
        for (const { sharePercent = '0' } of taken) expect(compare(sharePercent, '25')).toBeGreaterThanOrEqual(0);
        expect(taken.length).toBeLessThanOrEqual(4);
      }),
    );
  });

  test.each([
    [person({ roles: ['owner'] }), '/body/sharePercent required'],
    [person({ sharePercent: '40' }), '/body/sharePercent not-allowed'],
    [person({ roles: ['owner'], sharePercent: '24.9999' }), '/body/sharePercent below-threshold'],
    [person({ roles: ['owner'], sharePercent: '100.0001' }), '/body/sharePercent above-whole'],
    [person({ fullName: '  ' }), '/body/fullName not-a-name'],
    [person({ fullName: '<b>Mei</b>' }), '/body/fullName not-a-name'],
    [person({ residence: 'ZZ' }), '/body/residence unknown-country'],
    [person({ dateOfBirth: '2026-03-01' }), '/body/dateOfBirth not-a-date-of-birth'],
    [person({ dateOfBirth: '1899-12-31' }), '/body/dateOfBirth not-a-date-of-birth'],
  ])('rejects %j: %s', (fields, reason) => {
    expect(reasonOf(() => assertValidPerson(services, fields, [], now))).toBe(reason);
  });

  test('requires a director, and an owner or the declaration that there is no owner', () => {
    expect(reasonOf(() => assertPersonsComplete([], true))).toBe('/body/persons director-missing');
    expect(reasonOf(() => assertPersonsComplete([person()], false))).toBe('/body/hasNoOwner owner-missing');
    expect(reasonOf(() => assertPersonsComplete([person()], true))).toBeUndefined();
    const both = person({ roles: ['director', 'owner'], sharePercent: '100' });
    expect(reasonOf(() => assertPersonsComplete([both], false))).toBeUndefined();
  });
});

test('an individual sends a passport or both sides of a card, a company the documents listed in its emails', () => {
  expect(kindsOf({ identity: { idType: 'passport' } })).toEqual(['passport', 'residence']);
  expect(kindsOf({ identity: { idType: 'identity card' } })).toEqual(['identity-front', 'identity-back', 'residence']);
  expect(kindsOf({ corporate: { businessType: 'financial institution' } })).toEqual([
    'incorporation',
    'licence',
    'owners',
    'constitution',
    'authority',
    'address',
  ]);
});

test('a requirement has the status of the document that needs attention first', () => {
  expect(statusOf([])).toBe('needed');
  expect(statusOf(['accepted', 'rejected'])).toBe('rejected');
  expect(statusOf(['checking', 'uploaded'])).toBe('uploaded');
  expect(statusOf(['accepted', 'checking'])).toBe('checking');
  expect(statusOf(['accepted'])).toBe('accepted');
});
