import type { WalletClient } from '@wusd/api-sdk';
import { compare, subtract } from '@wusd/api-sdk/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { createClient } from '@wusd/server-kit/connections';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import {
  availableOf,
  clientOf,
  createDemoDatabase,
  fundedDemoCustomer,
  signIn,
  startNode,
} from '../testing/harness.ts';

// Payout routes that a customer sees before choosing one. The withdrawal then keeps their terms.

const database = await createDemoDatabase();
const node = await startNode(database);
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db } = services;
let api: WalletClient;
let customerId: string;

beforeAll(async () => {
  customerId = await fundedDemoCustomer(node);
  api = clientOf(node, await signIn(node));
});

describe('the routes to a recipient', () => {
  test.each(keysOf(payees))('by %s have the fees, limits and times of the review of a withdrawal', async (kind) => {
    const bankAccountId = await saveOldBankAccount(services, customerId, payees[kind]());
    const { currency } = payees[kind]();
    const routes = await api.fiatTransactions.listPayoutRoutes({ bankAccountId, amount: '20.00' });
    expect(routes.map(({ recommended }) => recommended)).toEqual(routes.map((_, index) => index === 0));
    expect(routes.length).toBeGreaterThan(0);
    for (const { senderAccountId, fee, sends, minimum, maximum, arrivesBy } of routes) {
      const money = { currency, amount: '20.00' };
      const review = await api.fiatTransactions.reviewWithdrawal({ money, senderAccountId, bankAccountId });
      expect(sends).toEqual(review.sends);
      expect(fee.money.amount).toBe(review.fees[0]?.money.amount ?? '0.00');
      expect(Date.parse(arrivesBy)).toBeLessThanOrEqual(Date.parse(review.arrivesBy));
      const isAllowed = compare('20.00', minimum.amount) >= 0 && compare('20.00', maximum.amount) <= 0;
      expect(review.blockers.length === 0).toBe(isAllowed);
    }
  });

  test('begin with the preferred bank, and have no total without an amount', async () => {
    const bankAccountId = await saveOldBankAccount(services, customerId);
    const routes = await api.fiatTransactions.listPayoutRoutes({ bankAccountId });
    expect(routes.map(({ senderAccountId }) => senderAccountId)).toEqual(['dbs-sgd', 'sg-digital-sgd']);
    expect(routes.every(({ sends }) => sends === undefined)).toBe(true);
    expect(routes[0]?.maximum.amount).toBe(subtract(await availableOf(api, 'SGD'), '25.00'));
  });

  test('to a new account arrive after its waiting day', async () => {
    const bankAccountId = await saveOldBankAccount(services, customerId);
    const payoutsFrom = new Date(services.clock.now().getTime() + 86_400_000);
    await db.updateTable('bank_account').set({ payouts_from: payoutsFrom }).where('id', '=', bankAccountId).execute();
    const [route] = await api.fiatTransactions.listPayoutRoutes({ bankAccountId });
    expect(Date.parse(route?.arrivesBy ?? '')).toBeGreaterThan(payoutsFrom.getTime());
  });

  test('are limited by the rest of the daily limit', async () => {
    const bankAccountId = await saveOldBankAccount(services, customerId);
    const owner = createClient({ connectionString: database });
    await owner.connect();
    // The server's own login cannot change limits.
    const setLimit = (minor: string) =>
      owner.query(`update fiat_limit set daily = $1 where currency = 'SGD' and account_type = 'individual'`, [minor]);
    await setLimit('5000');
    const [route] = await api.fiatTransactions.listPayoutRoutes({ bankAccountId });
    await setLimit('10000000');
    await owner.end();
    expect(route?.maximum).toEqual({ currency: 'SGD', amount: '50.00' });
  });

  test('to the account of another customer or to an unknown one are not found', async () => {
    const other = await findCustomerByEmail(db, services.vault, 'somchai@demo.example');
    const theirs = await saveOldBankAccount(services, other?.id ?? '');
    for (const bankAccountId of [theirs, 'bnk_01hqxyz0000000000000'])
      await expect(api.fiatTransactions.listPayoutRoutes({ bankAccountId })).rejects.toMatchObject({
        errorName: 'NOT_FOUND',
      });
  });

  test('refuse an amount that the currency does not allow', async () => {
    const bankAccountId = await saveOldBankAccount(services, customerId);
    for (const amount of ['1.005', '0'])
      await expect(api.fiatTransactions.listPayoutRoutes({ bankAccountId, amount })).rejects.toMatchObject({
        errorName: 'INVALID_REQUEST',
      });
  });
});
