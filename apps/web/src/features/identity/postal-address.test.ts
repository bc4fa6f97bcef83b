import { expect, test } from 'vitest';
import { formatPostalAddress, isLargestFirst } from './postal-address.ts';

test.each([
  [['1 Raffles Place', 'Singapore', '048616'], 'Singapore', '1 Raffles Place, Singapore 048616, Singapore'],
  [['18 Harbour Road', 'Hong Kong', ''], 'Hong Kong SAR China', '18 Harbour Road, Hong Kong, Hong Kong SAR China'],
  [['88 ถนนวิทยุ', 'กรุงเทพฯ', '10330'], 'ไทย', '88 ถนนวิทยุ กรุงเทพฯ 10330 ไทย'],
  [['浦东新区世纪大道100号', '上海市', '200120'], '中国', '200120 中国 上海市 浦东新区世纪大道100号'],
  // Written in Latin letters it goes outwards, whoever reads it.
  [['100 Century Avenue', 'Shanghai', '200120'], '中国', '100 Century Avenue, Shanghai 200120, 中国'],
] as const)('%j', ([addressLine, city, postalCode], country, written) => {
  expect(formatPostalAddress({ addressLine, city, postalCode }, country)).toBe(written);
});

test('is asked for as it is written: from the city on for who reads Chinese, and lives where it is', () => {
  expect(isLargestFirst('zh_CN', 'CN')).toBe(true);
  expect(isLargestFirst('zh_CN', 'SG')).toBe(false);
  expect(isLargestFirst('en_US', 'CN')).toBe(false);
});
