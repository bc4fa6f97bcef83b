import type { Config } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { currenciesOf, readChoice } from './networks.ts';

const config = {
  networks: [
    { id: 3, name: 'Ethereum' },
    { id: 12, name: 'Stellar' },
  ],
  currencyNetworks: [
    { currency: 'WUSD', networkIds: [3, 12] },
    { currency: 'USDC', networkIds: [3, 12] },
    { currency: 'USDT', networkIds: [3] },
  ],
} as unknown as Config;

test('currenciesOf returns only currencies that the network carries', () => {
  expect(currenciesOf(config, 12)).toEqual(['USDC', 'WUSD']);
});

test.each([
  [
    { network: 12, currency: 'USDC' },
    { networkId: 12, currency: 'USDC', transaction: undefined },
  ],
  [
    { network: 5, currency: 'WUSD' },
    { networkId: undefined, currency: 'WUSD', transaction: undefined },
  ],
  // Stellar does not carry USDT.
  [
    { network: 12, currency: 'USDT' },
    { networkId: undefined, currency: 'USDT', transaction: undefined },
  ],
  [
    { network: 12, currency: 'THB' },
    { networkId: 12, currency: 'WUSD', transaction: undefined },
  ],
  [{}, { networkId: undefined, currency: 'WUSD', transaction: undefined }],
] as const)('readChoice drops the parts of %j that the configuration does not offer', (search, choice) => {
  expect(readChoice(search, config)).toEqual(choice);
});
