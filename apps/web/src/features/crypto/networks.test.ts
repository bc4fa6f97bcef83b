import type { Config } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { currenciesOf, pathOf, readChoice } from './networks.ts';

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

test('only what moves on a network is offered on it', () => {
  expect(currenciesOf(config, 12)).toEqual(['USDC', 'WUSD']);
});

test('a choice survives its way through the address', () => {
  const choice = { networkId: 12, currency: 'USDC', transaction: 'ctx_01hqxyz0000000000000000000' } as const;
  expect(readChoice(new URL(pathOf(choice), 'https://here.example').search, config)).toEqual(choice);
});

test.each([
  ['?network=99&currency=WUSD', { networkId: undefined, currency: undefined, transaction: undefined }],
  ['?network=12&currency=USDT', { networkId: 12, currency: 'WUSD', transaction: undefined }],
  ['?transaction=../1', { networkId: undefined, currency: undefined, transaction: undefined }],
])('%s means no more than it can', (search, choice) => {
  expect(readChoice(search, config)).toEqual(choice);
});
