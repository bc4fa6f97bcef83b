import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BankAccount } from '@wusd/api-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readProhibitedCountries } from '../src/domains/compliance/prohibited-countries.ts';
import { transact } from '../src/platform/database/database.ts';
import { saveBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import {
  disableProhibitedAccounts,
  screenBankAccounts,
} from '../src/domains/destinations/bank-accounts/transitions.ts';
import { replaceIdentity } from '../src/domains/identity-access/customers/customers.ts';
import { findCustomerByEmail, lockCustomer } from '../src/commands/customers.ts';
import { acceptFiatWithdrawals } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { requestIdentityCheck } from '../src/domains/identity-access/identity/identity.ts';
import { riskyBank } from '../src/sandbox/chain.ts';
import { readSettings } from '../src/composition/settings.ts';
import { askFiatWithdrawal, payees, saveOldBankAccount } from '../testing/fiat.ts';
import { arun, clientOf, createDemoDatabase, eventually, mei, seal, signIn, startNode } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';

// No customer may live in a prohibited country, and no payment may go to one.

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, clock, vault } = services;
let api: ReturnType<typeof clientOf>;
let customerId: string;
beforeAll(async () => {
  customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  api = clientOf(node, await signIn(node));
});
beforeEach(() => db.deleteFrom('throttle').execute());

type Fields = BankAccount['fields'];
const dollars = (changes: Partial<Fields> = {}): Fields => ({ ...payees['SWIFT SGD'](), currency: 'USD', ...changes });
const between = (country: string, swift: string) => ({ intermediaryBank: { country, name: 'Between Bank', swift } });

describe('a bank account', () => {
  test.each<[string, Partial<Fields>, string]>([
    ['in a prohibited country', { country: 'KP', swiftCode: 'KKBCKPPY' }, '/body/country'],
    ['over a bank in a prohibited country', between('IR', 'DBSSSGSG'), '/body/intermediaryBank/country'],
    ['over a BIC of a prohibited country', between('SG', 'MELIIRTH'), '/body/intermediaryBank/swift'],
  ])('%s is refused at its field', async (_, changes, field) => {
    await expect(api.bankAccounts.reviewAdd(dollars(changes))).rejects.toMatchObject({
      errorName: 'COUNTRY_NOT_SUPPORTED',
      details: { field },
      message: 'We don’t support this country because of sanctions or regulation.',
    });
  });

  test('with a BIC of a prohibited country is refused (control 39)', async () => {
    await expect(api.bankAccounts.reviewAdd(dollars({ swiftCode: 'KKBCKPPY' }))).rejects.toMatchObject({
      errorName: 'COUNTRY_NOT_SUPPORTED',
      details: { field: '/body/swiftCode' },
    });
  });

  test('with a BIC of another country than its bank is refused', async () => {
    await expect(api.bankAccounts.reviewAdd(dollars({ swiftCode: 'CHASUS33' }))).rejects.toMatchObject({
      errorName: 'INVALID_REQUEST',
      details: { field: '/body/swiftCode', reasonCode: 'other-country' },
    });
    const puertoRico = dollars({ country: 'PR', swiftCode: 'CITIUS33' });
    expect((await api.bankAccounts.reviewAdd(puertoRico)).blockers).toEqual([]);
  });

  test('is not offered in a prohibited country', async () => {
    const config = await node.api.config.get();
    expect(config.prohibitedCountries).toEqual(['CU', 'IR', 'KP', 'MM', 'SY']);
    const way = { country: 'KP', currency: 'USD', rail: 'SWIFT' } as const;
    await expect(api.bankAccounts.getRequirements(way)).rejects.toMatchObject({ errorName: 'COUNTRY_NOT_SUPPORTED' });
    expect(await api.bankAccounts.listBanks('KP')).toEqual([]);
  });

  test.each<[string, Partial<Fields>]>([
    ['its BIC', { swiftCode: riskyBank.bic }],
    ['its name', { bankName: riskyBank.name }],
    ['its intermediary bank', between('SG', `${riskyBank.bic}XXX`)],
  ])('at a bank that the screening finds by %s receives no payouts', async (_, changes) => {
    expect(await screened(dollars())).toBe('active');
    expect(await screened(dollars(changes))).toBe('inactive');
  });
});

/** @returns the status of a new account after its screening */
async function screened(fields: Fields): Promise<BankAccount['status']> {
  const id = await transact(db, async (trx) =>
    saveBankAccount(trx, services, await lockCustomer(trx, vault, customerId), fields),
  );
  return eventually(async () => {
    await screenBankAccounts(services);
    const { status } = await api.bankAccounts.get(id);
    return status === 'pending add' ? undefined : status;
  });
}

describe('a country prohibited after an account was saved there', () => {
  // The services with the country list at the time the account was saved.
  const before = {
    ...services,
    settings: { ...services.settings, prohibitedCountries: { asOf: '2020-01-01', codes: new Set<string>() } },
  };
  const burmese = (): Fields => dollars({ country: 'MM', swiftCode: 'AYABMMMY' });

  test('stops a payout in flight, even if an operator approves it (control 39)', async () => {
    const bankAccountId = await saveOldBankAccount(before, customerId, burmese());
    const asked = { customerId, bankAccountId, amount: '10.00', payoutsFrom: clock.now() };
    const id = await askFiatWithdrawal(before, asked);
    await eventually(async () => {
      await acceptFiatWithdrawals(services);
      return (await api.fiatTransactions.get(id)).hold?.reasonCode === 'prohibited-country' ? true : undefined;
    });
    expect((await api.fiatTransactions.get(id)).hold).toMatchObject({ who: 'Operations' });
    await expect(operatorOf(services)('approve', id)).rejects.toThrow(
      'is on hold because of "prohibited-country", which approval does not change',
    );
    expect((await api.fiatTransactions.cancel(id)).status).toBe('cancelled');
  });

  test('blocks the review of a payout, and disables the account at the next start', async () => {
    const bankAccountId = await saveOldBankAccount(before, customerId, burmese());
    const senders = await api.fiatTransactions.listSenderAccounts();
    const body = {
      money: { currency: 'USD' as const, amount: '10.00' },
      bankAccountId,
      senderAccountId: senders.find(({ currency }) => currency === 'USD')?.id ?? '',
    };
    const { blockers } = await api.fiatTransactions.reviewWithdrawal(body);
    expect(blockers.map(({ errCode }) => errCode)).toContain('32003');
    await disableProhibitedAccounts(services);
    const account = await api.bankAccounts.get(bankAccountId);
    expect(account.status).toBe('disabled');
    expect(account.timeline.at(-1)).toMatchObject({
      actor: 'Operations',
      reason: 'We don’t pay out to this country because of sanctions or regulation.',
    });
  });
});

test('a wire from a prohibited country waits for a person', async () => {
  const { reference = '' } = (await findCustomerByEmail(db, vault, mei.username)) ?? {};
  const { bank } = services.gateways;
  const line = 'KP01';
  const entry = { partnerId: 'dbs', line, kind: 'credit', currency: 'USD', amount: 5_000n, reference } as const;
  const sender = { name: 'Ryugyong Trading', country: 'KP' };
  const gateways = {
    ...services.gateways,
    bank: { ...bank, unread: async () => [{ entries: [{ ...entry, sender }], acknowledge: async () => {} }] },
  };
  await readStatements({ ...services, gateways });
  const { items } = await api.fiatTransactions.search({ filter: { text: line } });
  expect(items[0]).toMatchObject({ status: 'processing', hold: { reasonCode: 'high-risk' } });
});

describe('an identity', () => {
  test('of a resident of a prohibited country is refused (control 39)', async () => {
    const payload = await seal(await node.api.config.get(), { password: 'Correct-Horse-2026!' });
    const registration = {
      accountType: 'individual' as const,
      email: 'someone@example.com',
      phoneNumber: '+6591234567',
      identity: { ...arun, residence: 'KP' },
      payload,
    };
    await expect(node.api.registration.register(registration)).rejects.toMatchObject({
      errorName: 'COUNTRY_NOT_SUPPORTED',
      details: { field: '/body/identity/residence' },
    });
    expect(await node.api.registration.register({ ...registration, identity: arun })).toBeNull();
  });

  test.each([
    ['IR', 0],
    ['IN', 1],
  ])('of nationality %s with residence elsewhere opens %d automatic checks', async (nationality, checks) => {
    const { id = '' } = (await findCustomerByEmail(db, vault, 'somchai@demo.example')) ?? {};
    const found = await transact(db, async (trx) => {
      await lockCustomer(trx, vault, id);
      await trx.deleteFrom('identity_check').where('customer_id', '=', id).execute();
      await replaceIdentity(trx, vault, id, { ...arun, nationality });
      await requestIdentityCheck(trx, services, { id, accountType: 'individual' });
      return trx.selectFrom('identity_check').select('id').where('customer_id', '=', id).execute();
    });
    expect(found).toHaveLength(checks);
  });
});

describe('the list', () => {
  test('can be replaced by a file that names its sources', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'countries-')), 'list.json');
    writeFileSync(path, JSON.stringify({ asOf: '2026-10-30', countries: [{ code: 'KP', sources: ['UN'] }] }));
    const { prohibitedCountries } = readSettings({ WUSD_PROHIBITED_COUNTRIES_FILE: path });
    expect(prohibitedCountries).toEqual({ asOf: '2026-10-30', codes: new Set(['KP']) });
  });

  test.each([
    ['a country that is no code', { asOf: '2026-10-30', countries: [{ code: 'North Korea', sources: ['UN'] }] }],
    ['a country without a source', { asOf: '2026-10-30', countries: [{ code: 'KP', sources: [] }] }],
    ['no date', { countries: [] }],
    ['no countries', { asOf: '2026-10-30' }],
  ])('with %s is refused with the name of its setting', (_, list) => {
    const path = join(mkdtempSync(join(tmpdir(), 'countries-')), 'list.json');
    writeFileSync(path, JSON.stringify(list));
    expect(() => readSettings({ WUSD_PROHIBITED_COUNTRIES_FILE: path })).toThrow('WUSD_PROHIBITED_COUNTRIES_FILE');
  });

  test('in the repository has a date and a source for each country', () => {
    expect(readProhibitedCountries(undefined).codes.has('KP')).toBe(true);
  });
});
