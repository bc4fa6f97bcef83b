import { Network } from '@wusd/api-sdk/domain';
import { expect, test } from 'vitest';
import { canonicalHash } from './hashes.ts';

const digits = 'AB'.repeat(32);
const lower = digits.toLowerCase();

test.each([
  [Network.Ethereum, ` 0x${digits} `, `0x${lower}`],
  [Network.Tron, digits, lower],
  [Network.Tron, `0X${digits}`, lower],
  [Network.Stellar, `0x${digits}`, lower],
  // A base58 signature is case-sensitive.
  [Network.Solana, '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb', '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb'],
  [Network.Base, 'ABC', 'ABC'],
])('a hash of network %i is converted to the format of the network: %s', (networkId, typed, written) => {
  expect(canonicalHash(networkId, typed)).toBe(written);
});
