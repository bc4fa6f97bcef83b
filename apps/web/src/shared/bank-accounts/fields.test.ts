import { expect, test } from 'vitest';
import * as v from 'valibot';
import { labelOf, type Requirement, tidy, type Way } from './fields.ts';
import { bankAccountSchema, type BankForm, fieldsOf } from './schema.ts';

const german: Way = { country: 'DE', currency: 'EUR', rail: 'SEPA' };
const iban: Requirement = {
  field: '/iban',
  isRequired: true,
  pattern: String.raw`^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$`,
  checkDigits: 'IBAN',
};
const aba: Requirement = { field: '/bankCode', isRequired: true, pattern: String.raw`^\d{9}$`, checkDigits: 'ABA' };
const city: Requirement = { field: '/city', isRequired: false, minLength: 2, maxLength: 32 };

const intermediary: Requirement = { field: '/intermediaryBank', isRequired: false };
const empty: BankForm = {
  way: german,
  texts: {},
  hasIntermediary: false,
  intermediary: { country: '', name: '', swift: '' },
};

test.each<[Requirement, string, string | undefined]>([
  [iban, '', 'field.required'],
  [iban, 'DE89 3704 0044 0532 0130 00', undefined],
  [iban, 'de89370400440532013000', undefined],
  [iban, 'DE88370400440532013000', 'bank.checkDigits'],
  [iban, 'DE89', 'bank.malformed'],
  [iban, 'GB29NWBK60161331926819', 'bank.otherCountry'],
  [aba, '021000021', undefined],
  [aba, '021 000 021', undefined],
  [aba, '021000022', 'bank.checkDigits'],
  [aba, '02100002', 'bank.malformed'],
  [city, '', undefined],
  [city, 'X', 'field.tooShort'],
  [city, 'Ulm', undefined],
])('for the requirement %o, %j has the error %s', (requirement, typed, id) => {
  const name = requirement.field.slice(1);
  const { issues = [] } = v.safeParse(
    bankAccountSchema([requirement], german.country),
    { ...empty, texts: { [name]: typed } },
    { abortPipeEarly: true },
  );
  expect(issues.map(({ message }) => message)).toEqual(id === undefined ? [] : [id]);
});

test('numbers are sent without separators, and names as they were typed', () => {
  expect(tidy('iban', ' de89 3704 0044 ')).toBe('DE8937040044');
  expect(tidy('accountNumber', '072-123 4567')).toBe('0721234567');
  expect(tidy('beneficiaryName', ' Mei Tan ')).toBe('Mei Tan');
});

test('a clearing code has the name that is used in its country', () => {
  expect(labelOf('bankCode', { country: 'US', currency: 'USD', rail: 'ACH' })).toBe('bank.bankCode.ACH');
  expect(labelOf('bankCode', { country: 'GB', currency: 'GBP', rail: 'FPS' })).toBe('bank.bankCode.GB');
  expect(labelOf('bankCode', { country: 'HK', currency: 'HKD', rail: 'FPS' })).toBe('bank.bankCode.HK');
  expect(labelOf('city', german)).toBe('bank.city');
});

test('fields that the rail does not require and empty texts are not sent', () => {
  const schema = bankAccountSchema([iban, city], 'DE');
  const typed = {
    ...empty,
    texts: { iban: 'de89 3704 0044 0532 0130 00', city: ' ', accountNumber: '1' },
    hasIntermediary: true,
  };
  expect(fieldsOf(v.parse(schema, typed), [iban, city])).toEqual({ ...german, iban: 'DE89370400440532013000' });
});

test('an intermediary bank is validated only if the customer adds one', () => {
  const schema = bankAccountSchema([intermediary], 'DE');
  const paths = (typed: BankForm): (string | null)[] =>
    (v.safeParse(schema, typed, { abortPipeEarly: true }).issues ?? []).map((issue) => v.getDotPath(issue));
  expect(paths(empty)).toEqual([]);
  expect(paths({ ...empty, hasIntermediary: true })).toEqual([
    'intermediary.country',
    'intermediary.name',
    'intermediary.swift',
  ]);
  const bank = { country: 'US', name: ' Citibank ', swift: 'citius33', aba: '021000089' };
  expect(fieldsOf(v.parse(schema, { ...empty, hasIntermediary: true, intermediary: bank }), [intermediary])).toEqual({
    ...german,
    intermediaryBank: { country: 'US', name: 'Citibank', swift: 'CITIUS33', aba: '021000089' },
  });
});
