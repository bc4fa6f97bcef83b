import type { BlockchainAddress, Config } from '@wusd/api-sdk/core';
import { beforeEach, expect, test } from 'vitest';
import { cryptoWithdrawal, readLink, withdrawTo } from './withdrawal-payment.ts';

const config = {
  currencyNetworks: [
    { currency: 'WUSD', networkIds: [3] },
    { currency: 'USDT', networkIds: [3, 7] },
  ],
} as unknown as Config;
const address = (networkId: number) => ({ id: `adr_${networkId}`, networkId }) as BlockchainAddress;

beforeEach(() => cryptoWithdrawal.change({ currency: 'WUSD', addressId: 'adr_other', amount: '250.00' }));

test('a withdrawal to another recipient keeps the currency and clears the amount', () => {
  withdrawTo(address(3), config);
  expect(cryptoWithdrawal.draft()).toEqual({ currency: 'WUSD', addressId: 'adr_3', amount: '' });
});

test('a withdrawal switches currency if the recipient’s network does not carry the current one', () => {
  withdrawTo(address(7), config);
  expect(cryptoWithdrawal.draft()).toEqual({ currency: 'USDT', addressId: 'adr_7', amount: '' });
});

const saved = (id: string, networkId: number, status = 'active') => ({ id, networkId, status }) as BlockchainAddress;
const known = {
  addresses: [saved('adr_3', 3), saved('adr_7', 7), saved('adr_off', 3, 'disabled'), saved('adr_99', 99)],
  config,
  last: 'WUSD' as const,
};

test.each([
  [{ to: 'adr_3', amount: '12.50' }, { currency: 'WUSD', addressId: 'adr_3', amount: '12.50' }, undefined],
  [{ to: 'adr_3', currency: 'USDT' as const }, { currency: 'USDT', addressId: 'adr_3', amount: '' }, undefined],
  [{ to: 'adr_7', amount: '1' }, { currency: 'USDT', addressId: 'adr_7', amount: '1' }, undefined],
  [
    { to: 'adr_7', currency: 'WUSD' as const, amount: '1' },
    { currency: 'USDT', addressId: 'adr_7', amount: '' },
    'crypto.withdraw.link.currency',
  ],
  [
    { to: 'adr_3', amount: '1,250' },
    { currency: 'WUSD', addressId: 'adr_3', amount: '' },
    'crypto.withdraw.link.amount',
  ],
  [{ amount: '5' }, { currency: 'WUSD', addressId: '', amount: '5' }, undefined],
  [{ to: 'adr_other', amount: '5' }, undefined, 'crypto.withdraw.link.recipient'],
  [{ to: 'adr_off', amount: '5' }, undefined, 'crypto.withdraw.link.recipient'],
  [{ to: 'adr_99', amount: '5' }, undefined, 'crypto.withdraw.link.recipient'],
])('the link %j fills in %j', (link, draft, ignored) => {
  expect(readLink(link, known)).toEqual({ ...(draft && { draft }), ...(ignored && { ignored }) });
});
