import { hexOf } from '@wusd/payouts/evm/hex';
import { expect, test } from 'vitest';
import { cacheDepositAddresses, type DepositAddresses } from '../src/treasury/deposit-addresses.ts';

function start(): { addresses: DepositAddresses; derived: bigint[] } {
  const derived: bigint[] = [];
  const addresses = cacheDepositAddresses((keyIndex) => {
    derived.push(keyIndex);
    return hexOf(`0x${keyIndex.toString(16).padStart(40, '0')}`);
  });
  return { addresses, derived };
}
const range = (count: number): bigint[] => Array.from({ length: count }, (_, index) => BigInt(index));

test('the latest 10,000 addresses are cached', async () => {
  const { addresses, derived } = start();
  await addresses.ofAll(range(10_000));
  addresses.of(0n);
  expect(derived).toHaveLength(10_000);
  // The oldest address is evicted.
  addresses.of(10_000n);
  addresses.of(1n);
  expect(derived).toHaveLength(10_001);
  addresses.of(0n);
  expect(derived).toHaveLength(10_002);
});

test('other work runs while many addresses are derived', async () => {
  const { addresses, derived } = start();
  const all = addresses.ofAll(range(2000));
  const before = await new Promise((resolve) => {
    setImmediate(() => resolve(derived.length));
  });
  expect(before).toBeLessThanOrEqual(100);
  expect((await all).size).toBe(2000);
});
