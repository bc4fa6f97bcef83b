import type { Config } from '@wusd/api-sdk/core';
import { expect, test } from 'vitest';
import { banksFor, fiatCurrencies } from './offered.ts';

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

test('banksFor returns each bank that accepts a currency once', () => {
  expect(fiatCurrencies(config)).toEqual(['EUR', 'SGD']);
  expect(banksFor(config, 'EUR').map(({ id }) => id)).toEqual(['dbs', 'lu']);
  expect(banksFor(config, 'SGD').map(({ id }) => id)).toEqual(['dbs']);
});
