import type { BlockchainAddress } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { findLookalike } from './find-lookalike.ts';

const saved = [
  { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
  { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
] as BlockchainAddress[];

test.each([
  ['0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9ee7', 0],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjXXXLj6t', 1],
])('%s resembles a saved address', (typed, index) => {
  expect(findLookalike(typed, saved)).toBe(saved[index]);
});

test.each(['0x52908400098527886e0f7030069857d2e4169ee7', '0x52', '', '0xde709f2102306220921060314715629080e2fb77'])(
  '%s does not resemble a saved address',
  (typed) => {
    expect(findLookalike(typed, saved)).toBeUndefined();
  },
);
