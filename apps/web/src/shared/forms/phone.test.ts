import contract from '@wusd/api-sdk/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import * as v from 'valibot';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getCountryCallingCode, getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { countryOfNumber, formatPhone, phoneSchema, phoneValue, withCountry } from './phone.ts';

const e164 = new RegExp(contract.components.schemas.PhoneNumber.pattern);
const messageOf = (phoneNumber: string): string | undefined =>
  v.safeParse(phoneSchema, { phoneNumber }, { abortPipeEarly: true }).issues?.[0].message;

test('a number is sent as E.164 regardless of separators', () => {
  expect(v.parse(phoneSchema, { phoneNumber: ' +65 (8123) 45-67 ' })).toEqual({ phoneNumber: '+6581234567' });
});

test.each([
  ['', 'field.required'],
  ['+', 'phone.invalid'],
  ['8123 4567', 'phone.invalid'],
  ['+999 123456', 'phone.invalid'],
  ['+43 0000', 'phone.invalid'],
])('%j has the error %s', (typed, message) => {
  expect(messageOf(typed)).toBe(message);
});

test('every accepted number matches the pattern of the contract', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[0-9 ()-]{4,20}$/), (typed) => {
      const parsed = v.safeParse(phoneSchema, { phoneNumber: typed });
      return !parsed.success || e164.test(parsed.output.phoneNumber);
    }),
  );
});

test.each([
  ['+65 8123-4567', { country: 'SG', text: '8123 4567' }],
  ['＋6581234567', { country: 'SG', text: '8123 4567' }],
  ['+66812345678', { country: 'TH', text: '081 234 5678' }],
  ['+1 (213) 373-4253', { country: 'US', text: '(213) 373-4253' }],
  ['+65 8', { country: undefined, text: '+65 8' }],
  ['8123 4567', { country: undefined, text: '8123 4567' }],
])('%s is formatted as its country writes it', (text, shown) => {
  expect(formatPhone({ text })).toEqual(shown);
});

test('a number without a calling code is formatted for the home country, and stays without a code', () => {
  const typed = formatPhone({ text: '81234567' }, 'SG');
  expect(typed).toEqual({ country: undefined, text: '8123 4567' });
  expect(phoneValue(typed)).toBe('8123 4567');
});

test('the country is detected as soon as its calling code is typed', () => {
  expect(['+', '+6', '+65', '+65 8', '8'].map(countryOfNumber)).toEqual([undefined, undefined, 'SG', 'SG', undefined]);
});

test('choosing another country replaces a typed calling code and keeps the number', () => {
  expect(phoneValue(withCountry({ text: '+65 8123 4567' }, 'TH'))).toBe('+6681234567');
  expect(phoneValue(withCountry({ text: '0812345678' }, 'TH'))).toBe('+66812345678');
  expect(phoneValue(withCountry({ text: '' }, 'TH'))).toBe('');
});

test('formatting does not change the value of any country’s example number', () => {
  for (const country of Object.keys(examples)) {
    if (!isSupportedCountry(country)) continue;
    const number = getExampleNumber(country, examples)?.number ?? '';
    expect(phoneValue(formatPhone({ text: number })), country).toBe(number);
    expect(number.startsWith(`+${getCountryCallingCode(country)}`)).toBe(true);
  }
});

test('formatting does not change the value of any typed text', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[+]?[0-9 ()-]{0,16}$/), (text) => {
      const before = phoneSchema['~standard'].validate({ phoneNumber: phoneValue({ text }) });
      const after = phoneSchema['~standard'].validate({ phoneNumber: phoneValue(formatPhone({ text })) });
      expect(after).toEqual(before);
    }),
  );
});
