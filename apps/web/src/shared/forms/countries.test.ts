import { afterEach, expect, test, vi } from 'vitest';
import { countriesIn, likelyCountries } from './countries.ts';

afterEach(() => vi.restoreAllMocks());

test('every language lists each country once, by its name in that language', () => {
  const english = countriesIn('en_US');
  expect(english.length).toBeGreaterThan(240);
  expect(new Set(english.map(({ value }) => value)).size).toBe(english.length);
  expect(english.find(({ value }) => value === 'TH')?.label).toBe('Thailand');
  expect(countriesIn('zh_CN').find(({ value }) => value === 'TH')?.label).toBe('泰国');
  expect(countriesIn('th_TH').find(({ value }) => value === 'TH')?.label).toBe('ไทย');
});

test.each([
  ['GB', ['United Kingdom', 'UK', 'GBR', '英国', 'สหราชอาณาจักร']],
  ['AE', ['UAE', 'ARE']],
  ['HK', ['Hong Kong', 'HKG']],
])('%s is found by %j', (code, keywords) => {
  const country = countriesIn('en_US').find(({ value }) => value === code);
  expect(country?.keywords).toEqual(expect.arrayContaining(keywords));
});

test('excluded countries are omitted', () => {
  expect(countriesIn('en_US', ['KP', 'IR']).filter(({ value }) => ['KP', 'IR'].includes(value))).toEqual([]);
});

test('likely countries are those of other fields, then those of the reader’s languages, without duplicates', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB@posix', 'en', 'zh-Hant-TW', 'th-TH']);
  expect(likelyCountries('th_TH', ['SG', '', 'GB'])).toEqual(['SG', 'GB', 'TW', 'TH']);
});
