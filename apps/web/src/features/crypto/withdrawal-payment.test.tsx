import type { BlockchainAddress, Config } from '@wusd/api-sdk/core';
import { beforeEach, expect, test } from 'vitest';
import { cryptoWithdrawal, withdrawTo } from './withdrawal-payment.ts';

const config = {
  currencyNetworks: [
    { currency: 'WUSD', networkIds: [3] },
    { currency: 'USDT', networkIds: [3, 7] },
  ],
} as unknown as Config;
const address = (networkId: number) => ({ id: `adr_${networkId}`, networkId }) as BlockchainAddress;

beforeEach(() => cryptoWithdrawal.change({ currency: 'WUSD', addressId: 'adr_other', amount: '250.00' }));

test('a withdrawal to another recipient keeps the currency and forgets the amount', () => {
  withdrawTo(address(3), config);
  expect(cryptoWithdrawal.draft()).toEqual({ currency: 'WUSD', addressId: 'adr_3', amount: '' });
});

test('a currency that the recipient’s network does not carry gives way to one that it does', () => {
  withdrawTo(address(7), config);
  expect(cryptoWithdrawal.draft()).toEqual({ currency: 'USDT', addressId: 'adr_7', amount: '' });
});
