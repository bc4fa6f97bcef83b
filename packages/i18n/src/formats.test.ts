import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAmount,
  formatBasisPoints,
  formatCompact,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayOfYear,
  formatTimeOfDay,
  formatExactAmount,
  formatFileSize,
  formatMoney,
  formatRate,
  type Language,
  languageOf,
  languages,
  maskEmail,
} from './index.js';
import { formatDateTimeIn, isTimeZone } from './zones.js';

describe('amounts', () => {
  test('keep every digit of a decimal string, however long', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(
        amount,
        (value) => formatAmount('en_US', value.toString(), 0).replaceAll(',', '') === value.toString(),
      ),
    );
  });

  test('of a chart scale are short and localised', () => {
    expect([0, 2500, 20_000, 1_500_000].map((value) => formatCompact('en_US', value))).toEqual([
      '0',
      '2.5K',
      '20K',
      '1.5M',
    ]);
    expect(formatCompact('zh_CN', 20_000)).toBe('2万');
  });

  test('are truncated, never rounded up', () => {
    expect(formatAmount('en_US', '1999.999999', 2)).toBe('1,999.99');
    expect(formatExactAmount('en_US', '1999.999999', 2)).toBe('1,999.999999');
  });

  const grouped: Record<Language, [wusd: string, jpy: string]> = {
    en_US: ['1,234,567.50 WUSD', '250,000 JPY'],
    zh_CN: ['1,234,567.50 WUSD', '250,000 JPY'],
    th_TH: ['1,234,567.50 WUSD', '250,000 JPY'],
  };
  test.each(languages)('are grouped and followed by their code in %s', (language) => {
    const [wusd, jpy] = grouped[language];
    expect(formatMoney(language, '1234567.5', 'WUSD', 2)).toBe(wusd);
    expect(formatMoney(language, '250000', 'JPY', 0)).toBe(jpy);
  });

  test('format basis points as a percentage', () => {
    expect(formatBasisPoints('en_US', -25)).toBe('0.25%');
    expect(formatBasisPoints('en_US', 5)).toBe('0.05%');
    expect(formatBasisPoints('en_US', 100)).toBe('1%');
  });
});

describe('dates', () => {
  test('use Singapore time, a 24-hour clock and the Gregorian year', () => {
    expect(formatDateTime('en_US', '2026-03-01T16:05:00Z')).toBe('Mar 2, 2026, 00:05');
    expect(formatDateTime('th_TH', '2026-03-01T16:05:00Z')).toContain('2026');
    expect(formatDateTime('zh_CN', '2026-03-01T16:05:00Z')).toBe('2026年3月2日 00:05');
    expect(formatDay('en_US', '2026-03-01T16:05:00Z')).toBe('Mar 2, 2026');
    expect(formatDayOfYear('zh_CN', '2026-03-01T16:05:00Z')).toBe('3月2日');
    expect(formatTimeOfDay('th_TH', '2026-03-01T16:05:00Z')).toBe('00:05');
  });
});

test('formats a date without a time as the same day, in the Gregorian year', () => {
  expect(formatDate('en_US', '2019-04-01')).toBe('Apr 1, 2019');
  expect(formatDate('zh_CN', '2019-04-01')).toBe('2019年4月1日');
  expect(formatDate('th_TH', '2019-04-01')).toContain('2019');
});

describe('Accept-Language', () => {
  test.each([
    ['th-TH,th;q=0.9', 'th_TH'],
    ['zh', 'zh_CN'],
    ['fr-FR, zh-CN;q=0.5', 'zh_CN'],
    ['', 'en_US'],
    ['*', 'en_US'],
    ['de', 'en_US'],
  ])('%j selects %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

test.each([
  ['michelle@example.com', 'mi***e@example.com'],
  ['mike@example.com', 'mi***e@example.com'],
  ['mei@example.com', 'm***@example.com'],
  ['"a@b"@example.com', '"a***"@example.com'],
])('masks %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test('formats a file size in kilobytes below one megabyte', () => {
  expect(formatFileSize('en_US', 3)).toBe('0 kB');
  expect(formatFileSize('en_US', 2048)).toBe('2 kB');
  expect(formatFileSize('en_US', 5 * 1024 * 1024)).toBe('5 MB');
  expect(formatFileSize('th_TH', 2_202_010)).toBe('2.1 MB');
});

test('formats a rate with two to eight decimals, truncated', () => {
  expect(formatRate('en_US', '34.566194269')).toBe('34.56619426');
  expect(formatRate('th_TH', '1')).toBe('1.00');
});

describe('a time in another zone', () => {
  test('follows the time in Singapore, with the offset at that moment', () => {
    // Berlin puts its clocks forward on 29 March 2026 at 01:00 UTC, and back on 25 October at 01:00 UTC.
    expect(formatDateTimeIn('en_US', '2026-03-29T00:59:00Z', 'Europe/Berlin')).toBe(
      'Mar 29, 2026, 08:59 (01:59 GMT+1)',
    );
    expect(formatDateTimeIn('en_US', '2026-03-29T01:00:00Z', 'Europe/Berlin')).toBe(
      'Mar 29, 2026, 09:00 (03:00 GMT+2)',
    );
    expect(formatDateTimeIn('en_US', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe(
      'Oct 25, 2026, 08:30 (02:30 GMT+2)',
    );
    expect(formatDateTimeIn('en_US', '2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe(
      'Oct 25, 2026, 09:30 (02:30 GMT+1)',
    );
    // Southern summer time, with an offset of half an hour.
    expect(formatDateTimeIn('en_US', '2026-01-10T02:00:00Z', 'Australia/Adelaide')).toContain('(12:30 GMT+10:30)');
  });

  test('includes its day if that differs from the day in Singapore', () => {
    expect(formatDateTimeIn('en_US', '2026-03-01T16:05:00Z', 'America/New_York')).toBe(
      'Mar 2, 2026, 00:05 (Mar 1, 2026, 11:05 GMT-5)',
    );
    expect(formatDateTimeIn('zh_CN', '2026-03-01T16:05:00Z', 'UTC')).toContain('2026年3月1日');
    // The year is Gregorian in Thai too.
    expect(formatDateTimeIn('th_TH', '2026-03-01T16:05:00Z', 'UTC')).not.toContain('2569');
  });

  test('is omitted if no zone is chosen', () => {
    expect(formatDateTimeIn('en_US', '2026-03-01T16:05:00Z', undefined)).toBe('Mar 2, 2026, 00:05');
  });

  test('requires a zone that the runtime supports', () => {
    expect(['Europe/Berlin', 'UTC'].filter((zone) => isTimeZone(zone))).toEqual(['Europe/Berlin', 'UTC']);
    expect(['', 'Atlantis/Capital', '<b>'].filter((zone) => isTimeZone(zone))).toEqual([]);
  });
});
