import { expect, test } from 'vitest';
import { arrivalAfter, businessDayAfter } from './business-days.ts';

test.each([
  ['Tuesday afternoon', '2026-11-24T15:30:00+08:00', '2026-11-25T15:30:00+08:00'],
  ['Thursday, late in UTC’s Wednesday', '2026-11-26T01:00:00+08:00', '2026-11-27T01:00:00+08:00'],
  ['Friday, to Monday', '2026-11-27T09:00:00+08:00', '2026-11-30T09:00:00+08:00'],
  ['Saturday, to the end of Monday', '2026-11-28T12:00:00+08:00', '2026-12-01T00:00:00+08:00'],
  ['Sunday, to the end of Monday', '2026-11-29T23:59:59+08:00', '2026-12-01T00:00:00+08:00'],
])('one working day is added: %s', (_, from, to) => {
  expect(businessDayAfter(new Date(from))).toEqual(new Date(to));
});

test.each([
  ['Tuesday, on Thursday', '2026-11-24T15:30:00+08:00', '2026-11-26T15:30:00+08:00'],
  ['Friday, on Tuesday', '2026-11-27T09:00:00+08:00', '2026-12-01T09:00:00+08:00'],
])('a payment arrives two working days after it leaves: %s', (_, from, to) => {
  expect(arrivalAfter(new Date(from))).toEqual(new Date(to));
});
