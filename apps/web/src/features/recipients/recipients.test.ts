import type { BankAccount, BlockchainAddress } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { matches, recipientsOf, shortened, shortPlaceOf } from './recipients.ts';

const account = (label: string, lastUsedAt?: string) =>
  ({
    id: `bnk_${label}`,
    status: 'active',
    timeline: [],
    lastUsedAt,
    fields: {
      label,
      bankName: 'DBS Bank',
      country: 'SG',
      currency: 'SGD',
      accountNumber: '0012345678',
      beneficiaryName: 'Lina Ong',
    },
  }) as unknown as BankAccount;
const address = (label: string, lastUsedAt?: string) =>
  ({
    id: `adr_${label}`,
    status: 'active',
    timeline: [],
    lastUsedAt,
    label,
    networkId: 3,
    address: '0x52ae16cB1cC8b4f1a1aF0b55D2f3f7cA2f9c91c4',
  }) as unknown as BlockchainAddress;

test('recipients of both kinds are sorted by last use, and unused recipients by name', () => {
  const all = recipientsOf(
    [account('Rent', '2026-03-01T00:00:00.000Z'), account('Éclair')],
    [address('Cold storage', '2026-05-01T00:00:00.000Z'), address('Exchange')],
    'en_US',
  );
  expect(all.map(({ label }) => label)).toEqual(['Cold storage', 'Rent', 'Éclair', 'Exchange']);
});

test('a recipient shows its bank or network and the ends of its number', () => {
  const [bank, chain] = recipientsOf([account('Rent')], [address('Zed')], 'en_US');
  expect(bank?.place).toBe('DBS Bank · SGD · 0012345678');
  expect(chain?.place).toMatch(/ · 0x52ae…91c4$/);
  expect([bank, chain].map((each) => each && shortPlaceOf(each))).toEqual([
    'SGD · …5678',
    `${chain?.place.split(' · ')[0]} · …${chain?.place.slice(-4)}`,
  ]);
  expect(shortened('SG00DBSS00012345678')).toBe('SG00DB…5678');
});

test('a search matches parts of the name, holder, bank or address in any order', () => {
  const [bank, chain] = recipientsOf([account('Rent')], [address('Zed')], 'en_US');
  if (!bank || !chain) throw new Error('Both are there');
  expect(matches(bank, 'ong dbs')).toBe(true);
  expect(matches(bank, '5678')).toBe(true);
  expect(matches(chain, '0x52AE')).toBe(true);
  expect(matches(chain, 'dbs')).toBe(false);
  expect(matches(chain, '')).toBe(true);
});
