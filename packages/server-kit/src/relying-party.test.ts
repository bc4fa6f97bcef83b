import { expect, test } from 'vitest';
import { isOriginOf } from './relying-party.ts';

test.each([
  ['https://wallet.example', true],
  ['https://app.wallet.example', true],
  ['https://wallet.example:8443', true],
  ['https://wallet.example/', false],
  ['https://otherwallet.example', false],
  ['https://wallet.example.attacker.test', false],
  ['https://example', false],
  ['wallet.example', false],
])('%s may use the passkeys of wallet.example: %s', (origin, expected) => {
  expect(isOriginOf('wallet.example', origin)).toBe(expected);
});
