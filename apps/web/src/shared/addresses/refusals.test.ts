import type { ActReview } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { addressRefusals, otherBlockers } from './refusals.ts';

const blocker = (errCode: string): ActReview['blockers'][number] =>
  ({ errCode, message: `Message of ${errCode}` }) as ActReview['blockers'][number];
const data = { blockers: ['31009', '31002', '42001'].map(blocker) } as unknown as ActReview;

test('a blocker is shown at its field, or else above the form', () => {
  expect(addressRefusals({ error: null, data })).toEqual([
    { field: 'address', text: 'Message of 31009' },
    { field: 'memo', text: 'Message of 31002' },
  ]);
  expect(otherBlockers(data.blockers).map(({ errCode }) => errCode)).toEqual(['42001']);
});

test('there are no refusals before the first response', () => {
  expect(addressRefusals({ error: null, data: undefined })).toEqual([]);
});
