import type { BankAccount, WalletClient } from '@wusd/api-sdk';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validateFields } from '../src/domains/destinations/bank-accounts/requirements.ts';
import { advance, clientOf, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import { payees } from '../testing/fiat.ts';

// Required fields of each transfer method: served as data, required in requests, and rejected by field name.

const { node, other } = await startTwoNodes();
const { services } = node.server;
let api: WalletClient;
async function signInAgain(): Promise<void> {
  api = clientOf(node, await signIn(node));
}
beforeAll(signInAgain);
beforeEach(async () => {
  await advance(61, node, other);
  await services.db.deleteFrom('throttle').execute();
  await signInAgain();
});

type Fields = BankAccount['fields'];
const singapore = payees['SWIFT SGD'];
const american = payees['ACH USD']();
const german = payees['SEPA EUR']();
const hongKong = payees['FPS HKD']();
const british = payees['FPS GBP']();

describe('bad input', () => {
  const without = (fields: Fields, name: keyof Fields): Fields => ({ ...fields, [name]: undefined });
  test.each<[string, Fields, string, string]>([
    ['no number', without(singapore(), 'accountNumber'), 'accountNumber', 'missing'],
    ['blanks for a name', { ...singapore(), beneficiaryName: '  ' }, 'beneficiaryName', 'missing'],
    ['a routing number that is none', { ...american, bankCode: '021000022' }, 'bankCode', 'check-digits'],
    ['an IBAN with a slip', { ...german, iban: 'DE88370400440532013000' }, 'iban', 'check-digits'],
    ['an IBAN of another country', { ...german, iban: 'FR1420041010050500013M02606' }, 'iban', 'other-country'],
    ['a sort code that is too short', { ...british, bankCode: '20041' }, 'bankCode', 'malformed'],
    ['a field that its way has no use for', { ...german, bankCode: '1' }, 'bankCode', 'not-asked-for'],
    [
      'an intermediary’s routing number that is none',
      { ...singapore(), intermediaryBank: { country: 'US', name: 'Citi', swift: 'CITIUS33', aba: '021000022' } },
      'intermediaryBank/aba',
      'check-digits',
    ],
  ])('is rejected by field and reason: %s', async (_, fields, field, reasonCode) => {
    await expect(api.bankAccounts.reviewAdd(fields)).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field: `/body/${field}`, reasonCode },
    });
  });

  test.each<[string, Partial<Fields>]>([
    ['ACH outside its country', { country: 'SG', currency: 'USD', rail: 'ACH' }],
    ['SEPA outside its countries', { country: 'US', currency: 'EUR', rail: 'SEPA' }],
    ['a currency by a rail that does not carry it', { country: 'SG', currency: 'SGD', rail: 'FPS' }],
  ])('is rejected where no transfer method fits: %s', async (_, way) => {
    await expect(api.bankAccounts.reviewAdd({ ...singapore(), ...way })).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field: '/body/rail', reasonCode: 'not-offered' },
    });
  });

  test('is rejected for a customer who is not verified', async () => {
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    expect((await somchai.bankAccounts.reviewAdd(singapore())).blockers.map(({ errCode }) => errCode)).toEqual([
      '21001',
    ]);
  });
});

describe('form requirements', () => {
  test('are served as data and name the fields that are required', async () => {
    const asked = await api.bankAccounts.getRequirements({ country: 'SG', currency: 'SGD', rail: 'SWIFT' });
    expect(asked.filter(({ isRequired }) => isRequired).map(({ field }) => field)).toEqual([
      '/label',
      '/beneficiaryName',
      '/beneficiaryAddress',
      '/bankName',
      '/swiftCode',
      '/accountNumber',
      '/purposeOfTransfer',
    ]);
    const inEuros = await api.bankAccounts.getRequirements({ country: 'DE', currency: 'EUR', rail: 'SWIFT' });
    expect(inEuros.find(({ field }) => field === '/iban')).toMatchObject({ isRequired: true, checkDigits: 'IBAN' });
    expect(inEuros.some(({ field }) => field === '/accountNumber')).toBe(false);
    await expect(
      api.bankAccounts.getRequirements({ country: 'TH', currency: 'HKD', rail: 'FPS' }),
    ).rejects.toMatchObject({ errorName: 'PAIR_NOT_OFFERED' });
  });

  test('list the known banks of a country, or an empty list', async () => {
    expect(await api.bankAccounts.listBanks('SG')).toContainEqual({ name: 'DBS', swiftCode: 'DBSSSGSG' });
    expect(await api.bankAccounts.listBanks('AQ')).toEqual([]);
  });

  test('are enforced: a bank account without a required field is rejected', () => {
    for (const fields of [singapore(), american, german, hongKong, british])
      fc.assert(
        fc.property(fc.subarray(Object.keys(fields)), (kept) => {
          const dropped = keysOf(fields).filter(
            (name) => !kept.includes(name) && !['country', 'currency', 'rail'].includes(name),
          );
          const some = { ...fields };
          for (const name of dropped) Reflect.deleteProperty(some, name);
          const isWhole = dropped.length === 0;
          if (isWhole) expect(validateFields(services, some)).toEqual(fields);
          else expect(() => validateFields(services, some)).toThrow();
        }),
      );
  });
});
