import { currencies, languages, Network, partners, rails } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { partnerIdOf } from './banks.ts';
import { currencyOf, scaleOf } from './currencies.ts';
import { languageFrom } from './languages.ts';
import { UnknownKeyError } from './lookup.ts';
import { familyOf, isEvm, networkIdOf, networkNameOf } from './networks.ts';
import { railCodesOf, railOf } from './rails.ts';

test.each<[string, string, () => unknown]>([
  ['scaleOf', 'currency "DOGE"', () => scaleOf('DOGE')],
  ['currencyOf', 'currency "DOGE"', () => currencyOf('DOGE')],
  ['scaleOf of a property that every object has', 'currency "toString"', () => scaleOf('toString')],
  ['familyOf', 'network 99', () => familyOf(99)],
  ['isEvm', 'network 99', () => isEvm(99)],
  ['networkIdOf', 'network 99', () => networkIdOf(99)],
  ['networkNameOf', 'network 99', () => networkNameOf(99)],
  ['railOf', 'rail "PIGEON"', () => railOf('PIGEON')],
  ['railCodesOf', 'rail "PIGEON"', () => railCodesOf('PIGEON')],
  ['partnerIdOf', 'partner bank "acme"', () => partnerIdOf('acme')],
  ['languageFrom', 'language "de_DE"', () => languageFrom('de_DE')],
])('%s throws on an unknown key', (_, said, read) => {
  expect(read).toThrow(UnknownKeyError);
  expect(read).toThrow(`Unknown ${said}`);
});

test('the registries contain every key of the contract', () => {
  expect(currencies.map(currencyOf)).toEqual(currencies);
  expect(Object.values(Network).map(networkIdOf)).toEqual(Object.values(Network));
  expect(rails.map(railOf)).toEqual(rails);
  expect(partners.map(partnerIdOf)).toEqual(partners);
  expect(languages.map(languageFrom)).toEqual(languages);
});
