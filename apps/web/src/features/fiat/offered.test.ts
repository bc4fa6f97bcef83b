import type { BankAccount, Config } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { banksFor, fiatCurrencies, reaches } from './offered.ts';

const config = {
  currencyRails: [
    { currency: 'EUR', rail: 'SEPA', partnerIds: ['lu'] },
    { currency: 'EUR', rail: 'SWIFT', partnerIds: ['lu', 'dbs'] },
    { currency: 'SGD', rail: 'SWIFT', partnerIds: ['dbs'] },
  ],
  partners: [
    { id: 'dbs', name: 'DBS', country: 'SG' },
    { id: 'lu', name: 'Banque de la Moselle', country: 'LU' },
  ],
} as unknown as Config;

test('banks are those that take a currency in, each once', () => {
  expect(fiatCurrencies(config)).toEqual(['EUR', 'SGD']);
  expect(banksFor(config, 'EUR').map(({ id }) => id)).toEqual(['dbs', 'lu']);
  expect(banksFor(config, 'SGD').map(({ id }) => id)).toEqual(['dbs']);
});

test('a payout leaves from where its rail is', () => {
  const account = { fields: { currency: 'EUR', rail: 'SEPA' } } as BankAccount;
  const from = (id: 'lu' | 'dbs', rails: ('SEPA' | 'SWIFT')[], currency: 'EUR' | 'SGD' = 'EUR') =>
    reaches({ id, partnerId: id, currency, rails }, account);
  expect([from('lu', ['SEPA', 'SWIFT']), from('dbs', ['SWIFT']), from('lu', ['SEPA'], 'SGD')]).toEqual([
    true,
    false,
    false,
  ]);
});
