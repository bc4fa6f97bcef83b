import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countriesIn } from '../../shared/forms/countries.ts';
import { fieldOrder, formatPostalAddress, formatPostalCode, hasPostalCode, isOwnScript } from './postal-address.ts';

test.each([
  [['1 Raffles Place', 'Singapore', '048616'], 'SG', 'Singapore', '1 Raffles Place, Singapore 048616, Singapore'],
  [
    ['18 Harbour Road', 'Hong Kong', ''],
    'HK',
    'Hong Kong SAR China',
    '18 Harbour Road, Hong Kong, Hong Kong SAR China',
  ],
  [['Unter den Linden 1', 'Berlin', '10117'], 'DE', 'Germany', 'Unter den Linden 1, 10117 Berlin, Germany'],
  [['Sheikh Zayed Road 1', 'Dubai', ''], 'AE', 'UAE', 'Sheikh Zayed Road 1, Dubai, UAE'],
  [['88 ถนนวิทยุ', 'กรุงเทพฯ', '10330'], 'TH', 'ไทย', '88 ถนนวิทยุ กรุงเทพฯ 10330 ไทย'],
  [['浦东新区世纪大道100号', '上海市', '200120'], 'CN', '中国', '中国 200120 上海市 浦东新区世纪大道100号'],
  [['千代田区千代田1-1', '東京都', '100-0001'], 'JP', '日本', '日本 〒100-0001 東京都 千代田区千代田1-1'],
  // An address in Latin letters goes from the street to the country, in every language.
  [['100 Century Avenue', 'Shanghai', '200120'], 'CN', '中国', '100 Century Avenue, Shanghai, 200120, 中国'],
] as const)('%j in %s is formatted as its country does', ([addressLine, city, postalCode], country, name, written) => {
  expect(formatPostalAddress({ addressLine, city, postalCode }, country, name)).toBe(written);
});

test('a formatted address contains every typed part in every country', () => {
  const part = fc.stringMatching(/^[A-Za-z一-龠ก-ฮ0-9]{1,12}$/);
  fc.assert(
    fc.property(
      fc.constantFrom(...countriesIn('en_US').map(({ value }) => value)),
      fc.record({ addressLine: part, city: part, postalCode: fc.option(part, { nil: '' }) }),
      (country, address) => {
        const written = formatPostalAddress(address, country, 'Land');
        for (const typed of [...Object.values(address), 'Land']) expect(written).toContain(typed);
      },
    ),
  );
});

test('the order of the fields follows the country and the script', () => {
  expect(fieldOrder('SG', true)).toEqual(['addressLine', 'city', 'postalCode']);
  expect(fieldOrder('DE', true)).toEqual(['addressLine', 'postalCode', 'city']);
  expect(fieldOrder('CN', true)).toEqual(['postalCode', 'city', 'addressLine']);
  expect(fieldOrder('CN', false)).toEqual(['addressLine', 'city', 'postalCode']);
  expect(fieldOrder('', false)).toEqual(['addressLine', 'city', 'postalCode']);
});

test('a reader of Chinese writes addresses in China in Chinese, and addresses in Singapore in Latin letters', () => {
  expect(isOwnScript('zh_CN', 'CN')).toBe(true);
  expect(isOwnScript('zh_CN', 'SG')).toBe(false);
  expect(isOwnScript('en_US', 'CN')).toBe(false);
});

test('hasPostalCode is true for countries with postal codes and before a country is chosen', () => {
  expect(['SG', 'US', 'JP', ''].every(hasPostalCode)).toBe(true);
  expect(['HK', 'AE'].some(hasPostalCode)).toBe(false);
});

describe('formatPostalCode', () => {
  test.each([
    ['sw1a1aa', 'GB', 'SW1A 1AA'],
    ['SW1A 1AA', 'GB', 'SW1A 1AA'],
    ['k1a0b1', 'CA', 'K1A 0B1'],
    ['１０００００１', 'JP', '100-0001'],
    ['940161234', 'US', '94016-1234'],
    ['94016', 'US', '94016'],
    [' 048616 ', 'SG', '048616'],
    ['not one', 'GB', 'NOT ONE'],
  ])('formats %j in %s as %j', (typed, country, written) => {
    expect(formatPostalCode(typed, country)).toBe(written);
  });

  test('leaves a formatted code unchanged', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 16 }), fc.constantFrom('GB', 'JP', 'US', 'SG', 'CA'), (typed, country) => {
        const once = formatPostalCode(typed, country);
        expect(formatPostalCode(once, country)).toBe(once);
      }),
    );
  });
});
