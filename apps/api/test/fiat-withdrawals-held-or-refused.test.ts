import type { WalletClient } from '@wusd/api-sdk';
import { subtract } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transitionBankAccount } from '../src/domains/destinations/bank-accounts/transitions.ts';
import { startCooldown } from '../src/domains/identity-access/customers/customers.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { transact } from '../src/platform/database/database.ts';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import { advance, availableOf, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { fiatWithdrawalsOf } from '../testing/fiat-withdrawals.ts';

// Bank withdrawals that are held or refused. Each states its reason.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db, clock, vault } = services;
let api: WalletClient;
let customerId: string;
let saved: string;

async function signInAgain(): Promise<void> {
  api = clientOf(node, await signIn(node));
}
beforeAll(async () => {
  await signInAgain();
  customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  await eventually(async () => ((await balance('SGD')) === '4310.80' ? true : undefined));
  saved = await saveOldBankAccount(services, customerId);
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  await signInAgain();
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const balance = (currency: string): Promise<string> => availableOf(api, currency);
const { bodyOf, rounds, withdraw, until, told, happen } = fiatWithdrawalsOf(node, other, () => ({ api, saved }));
const codes = async (amount: string, bankAccountId = saved): Promise<string[]> =>
  (await api.fiatTransactions.reviewWithdrawal(bodyOf(amount, bankAccountId))).blockers.map(({ errCode }) => errCode);
const operator = operatorOf(services);

describe('holds and blockers of a withdrawal', () => {
  test('a suspicious payee waits for a person, who approves or rejects the withdrawal', async () => {
    const risky = { ...payees['SWIFT SGD'](), beneficiaryName: 'Blocked Trading Ltd' };
    const account = await saveOldBankAccount(services, customerId, risky);
    const before = await balance('SGD');
    const [goes, stays] = [await withdraw('11.00', account), await withdraw('12.00', account)];
    for (const { id } of [goes, stays])
      await eventually(async () => {
        await rounds();
        return (await api.fiatTransactions.get(id)).hold?.reasonCode === 'high-risk' ? true : undefined;
      });
    await expect(operator('reject', stays.id, '--reason', 'source-of-funds')).rejects.toThrow(
      '--reason must be one of',
    );
    await operator('reject', stays.id, '--reason', 'compliance-review');
    await operator('approve', goes.id);
    await expect(operator('approve', goes.id)).rejects.toThrow();
    await told(goes.id);
    await happen('settlement', goes.id);
    await until(goes.id, 'completed');
    expect((await api.fiatTransactions.get(stays.id)).status).toBe('rejected');
    expect(subtract(before, await balance('SGD'))).toBe('36.00');
  });

  test('an account that was disabled meanwhile holds it', async () => {
    const account = await saveOldBankAccount(services, customerId);
    await transitionBankAccount(services, account, { to: 'disabled', actor: 'Operations' });
    expect(await codes('20.00', account)).toEqual(['32001']);
    await transitionBankAccount(services, account, { to: 'active', actor: 'Operations' });
    const young = new Date(clock.now().getTime() + 60_000);
    await db.updateTable('bank_account').set({ payouts_from: young }).where('id', '=', account).execute();
    const { id } = await withdraw('20.00', account);
    await transitionBankAccount(services, account, { to: 'disabled', actor: 'Operations' });
    await db.updateTable('fiat_transaction').set({ due_at: clock.now() }).where('id', '=', id).execute();
    await eventually(async () => {
      await rounds();
      return (await api.fiatTransactions.get(id)).hold?.reasonCode === 'destination' ? true : undefined;
    });
    // The server checks again each minute, so the time of the payout is unknown.
    expect((await api.fiatTransactions.get(id)).nextMoves).toEqual([
      { to: 'processing', who: 'system' },
      { to: 'cancelled', who: 'customer' },
      { to: 'rejected', who: 'Operations' },
    ]);
    await api.fiatTransactions.cancel(id);
  });

  test('a cooldown refuses a new one and holds a waiting one until it ends (control 11)', async () => {
    const account = await saveOldBankAccount(services, customerId);
    await db
      .updateTable('bank_account')
      .set({ payouts_from: new Date(clock.now().getTime() + 1000) })
      .where('id', '=', account)
      .execute();
    const { id } = await withdraw('20.00', account);
    await transact(db, (trx) => startCooldown(trx, clock, customerId));
    expect(await codes('20.00')).toEqual(['21002']);
    await db.updateTable('fiat_transaction').set({ due_at: clock.now() }).where('id', '=', id).execute();
    await eventually(async () => {
      await rounds();
      return (await api.fiatTransactions.get(id)).hold?.reasonCode === 'cooldown' ? true : undefined;
    });
    await advance(24 * 3600 + 61, node, other);
    await signInAgain();
    await told(id);
    await happen('settlement', id).catch(() => {});
    await until(id, 'completed');
  });

  test.each([
    ['below the minimum', '1.00', '21005'],
    ['above the day’s limit', '100000.01', '21006'],
    ['more than there is', '9000.00', '21004'],
  ])('%s is a blocker', async (_, amount, errCode) => {
    expect(await codes(amount)).toContain(errCode);
  });

  test.each([
    ['another currency than the account’s', { money: { currency: 'USD', amount: '20.00' } }, '/body/bankAccountId'],
    ['a sender of another currency', { senderAccountId: 'dbs-usd' }, '/body/senderAccountId'],
    ['a sender that there is not', { senderAccountId: 'nobody' }, '/body/senderAccountId'],
    ['too many decimals', { money: { currency: 'SGD', amount: '20.001' } }, '/body/money/amount'],
    ['nothing', { money: { currency: 'SGD', amount: '0' } }, '/body/money/amount'],
  ] as const)('%s is refused by field name', async (_, change, field) => {
    await expect(api.fiatTransactions.reviewWithdrawal({ ...bodyOf('20.00'), ...change })).rejects.toMatchObject({
      errCode: '00002',
      details: { field },
    });
  });

  test('an account of another customer is refused like an unknown one', async () => {
    const somchai = await findCustomerByEmail(db, vault, 'somchai@demo.example');
    const theirs = await saveOldBankAccount(services, somchai?.id ?? '');
    await expect(api.fiatTransactions.reviewWithdrawal(bodyOf('20.00', theirs))).rejects.toMatchObject({
      errCode: '32001',
    });
  });
});
