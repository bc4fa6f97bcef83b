import { expect, test } from 'vitest';
import { presetsOf, singaporeDay } from './filters.ts';

test('presets are whole months and years, also across a new year and in a leap year', () => {
  expect(presetsOf('2026-01-15')).toEqual({
    thisMonth: { from: '2026-01-01', to: '2026-01-31' },
    lastMonth: { from: '2025-12-01', to: '2025-12-31' },
    thisYear: { from: '2026-01-01', to: '2026-12-31' },
  });
  expect(presetsOf('2028-03-01').lastMonth).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

test('singaporeDay returns the calendar day in Singapore', () => {
  expect(singaporeDay(new Date('2026-02-28T15:59:59.000Z'))).toBe('2026-02-28');
  expect(singaporeDay(new Date('2026-02-28T16:00:00.000Z'))).toBe('2026-03-01');
});
