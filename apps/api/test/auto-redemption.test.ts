import type { AutoRedemption, WalletClient } from '@wusd/api-sdk';
import { Network } from '@wusd/api-sdk/domain';
import { add, subtract } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { editBankAccount, setDefaultBankAccount } from '../src/domains/destinations/bank-accounts/accounts.ts';
import {
  transitionBankAccount,
  transitionBankAccountWithin,
} from '../src/domains/destinations/bank-accounts/transitions.ts';
import { autoRedemptionStates } from '../src/domains/wallet/auto-redemption/states.ts';
import { runAutoRedemptions } from '../src/domains/exchange/auto-redemption/runs.ts';
import { startCooldown } from '../src/domains/identity-access/customers/customers.ts';
import { findCustomerByEmail, lockCustomer } from '../src/commands/customers.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { putCodes } from '../testing/codes.ts';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import { advance, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';

// Redeems WUSD deposits automatically and pays the dollars out to the customer's bank.
// Each deposit is redeemed once, and a stopped run states its reason.

const { node, other } = await startTwoNodes();
const { services } = node.server;
const { db, clock, vault } = services;
let api: WalletClient;
let customerId: string;
let account: string;
let next = 0;

async function signInAgain(): Promise<void> {
  api = clientOf(node, await signIn(node));
}
beforeAll(async () => {
  await signInAgain();
  customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  account = await saveOldBankAccount(services, customerId, payees['ACH USD']());
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  await signInAgain();
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

async function turnOn(): Promise<AutoRedemption> {
  const intent = await api.autoRedemption.reviewTurnOn();
  return api.autoRedemption.turnOn({ intent, mfa: await putCodes(services, intent.intentId) });
}
const balance = async (currency: string): Promise<string> =>
  (await api.walletAccounts.list()).find((each) => each.currency === currency)?.available ?? '';
/** @returns the deposit's id, once it is credited */
async function receive(amount: string): Promise<string> {
  const { reference: hash } = await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId: mei.username,
    networkId: Network.Polygon,
    money: { currency: 'WUSD', amount },
  });
  const { id } = await eventually(async () =>
    db
      .selectFrom('crypto_transaction')
      .select('id')
      .where('hash', '=', hash)
      .where('status', '=', 'completed')
      .executeTakeFirst(),
  );
  return id;
}
const ended = (depositId: string) =>
  eventually(async () => {
    for (const { server } of [node, other]) {
      await runAutoRedemptions(server.services);
      await settleOrders(server.services);
    }
    const run = (await api.autoRedemption.get()).runs.find((each) => each.depositId === depositId);
    return run?.withdrawalId !== undefined || run?.stoppedBecause !== undefined ? run : undefined;
  });
const newestMail = async (): Promise<string> => {
  await eventually(async () => {
    const waiting = await db.selectFrom('message').select('id').where('sent_at', 'is', null).executeTakeFirst();
    return waiting ? undefined : true;
  });
  return (await node.api.sandbox.mailbox(mei.username)).messages[0]?.subject ?? '';
};

test('codes turn it on once there is a default account in dollars; the check lists the blockers', async () => {
  expect(await api.autoRedemption.get()).toEqual({ isOn: false, runs: [] });
  const [blocker] = await api.autoRedemption.preCheck();
  expect(blocker).toMatchObject({ errCode: '33001', who: 'customer', nextAction: 'choose-another' });
  expect(blocker?.message).toBe('Choose an active default bank account that takes US dollars.');
  expect((await api.autoRedemption.reviewTurnOn()).intentId).toBeUndefined();
  const hongKong = await saveOldBankAccount(services, customerId, payees['FPS HKD']());
  await api.bankAccounts.setDefault(hongKong);
  expect(await api.autoRedemption.preCheck()).toHaveLength(1);
  await api.bankAccounts.setDefault(account);
  expect(await api.autoRedemption.preCheck()).toEqual([]);
  expect(await turnOn()).toMatchObject({ isOn: true, bankAccountId: account });
  expect(await newestMail()).toBe('Auto-redemption is on');
});

describe('while it is on', () => {
  test('a deposit is redeemed and paid out completely, and its order and withdrawal are linked', async () => {
    const [wusd, usd] = [await balance('WUSD'), await balance('USD')];
    const depositId = await receive('250.00');
    const run = await ended(depositId);
    const order = await api.otc.get(run.orderId ?? '');
    expect(order).toMatchObject({ status: 'completed', pay: { amount: '250.00' }, receive: { amount: '250.00' } });
    expect(order.timeline[0]).toMatchObject({ actor: 'system' });
    const payout = await eventually(async () => {
      const found = await api.fiatTransactions.get(run.withdrawalId ?? '');
      return found.status === 'completed' ? found : undefined;
    });
    expect(payout).toMatchObject({
      receive: { currency: 'USD', amount: '249.00' },
      fees: [{ money: { amount: '1.00' } }],
      bankAccountId: account,
    });
    expect([await balance('WUSD'), await balance('USD')]).toEqual([wusd, usd]);
    const { items } = await api.history.search({ filter: { kind: 'auto-redemption', text: depositId } });
    expect(items[0]).toMatchObject({
      receive: { amount: '249.00' },
      fee: { currency: 'USD', amount: '1.00' },
    });
  });

  test('an amount below one cent stays in the wallet as WUSD', async () => {
    const wusd = await balance('WUSD');
    const run = await ended(await receive('100.009'));
    expect(run.withdrawalId).toBeDefined();
    expect(subtract(await balance('WUSD'), wusd)).toBe('0.009000000000000000');
  });

  test('many deposits processed on two nodes at once are each redeemed once', async () => {
    const usd = await balance('USD');
    const deposits = await Promise.all(['20.00', '21.00', '22.00', '23.00'].map(receive));
    await Promise.all([node, other, node, other].map(({ server }) => runAutoRedemptions(server.services)));
    const runs = await Promise.all(deposits.map(ended));
    expect(new Set(runs.map(({ orderId }) => orderId)).size).toBe(4);
    expect(new Set(runs.map(({ withdrawalId }) => withdrawalId)).size).toBe(4);
    expect(await balance('USD')).toBe(usd);
  });

  test.each([
    ['too little to pay out', '5.00', 'It is too little or too much to be redeemed and paid out by itself.'],
    ['beyond the day’s limit', '150000.00', 'It is beyond what you can withdraw now.'],
  ])('a deposit that is %s is not redeemed and shows the reason', async (_, amount, reason) => {
    const wusd = await balance('WUSD');
    const run = await ended(await receive(amount));
    expect(run).toMatchObject({ stoppedBecause: reason });
    expect(run.orderId).toBeUndefined();
    expect(subtract(await balance('WUSD'), wusd)).toBe(`${amount}0000000000000000`);
    expect(await newestMail()).toBe('A deposit was not paid out by itself');
  });

  test('a payout refused after the redemption leaves dollars in the wallet and shows the reason', async () => {
    const first = await ended(await receive('40.00'));
    const usd = await balance('USD');
    // The state after the node died between the two steps and the default account was disabled.
    const order = first.orderId ?? '';
    await transitionBankAccount(services, account, { to: 'disabled', actor: 'Operations' });
    await db
      .updateTable('auto_redemption_run')
      .set({ withdrawal_id: null, ended_at: null })
      .where('deposit_id', '=', first.depositId)
      .execute();
    const run = await ended(first.depositId);
    expect(run).toMatchObject({ orderId: order, stoppedBecause: expect.stringContaining('default bank account') });
    expect(await balance('USD')).toBe(usd);
    await transitionBankAccount(services, account, { to: 'active', actor: 'Operations' });
  });

  test.each([
    [
      'changing the default',
      async (): Promise<string> => {
        await setDefaultBankAccount(
          services,
          customerId,
          await saveOldBankAccount(services, customerId, payees['ACH USD']()),
        );
        return 'Your default bank account was changed.';
      },
    ],
    [
      'editing the default',
      async (): Promise<string> => {
        await transact(db, async (trx) => {
          const fields = { ...payees['ACH USD'](), label: `Anew ${(next += 1)}` };
          const { id } = await trx
            .selectFrom('bank_account')
            .select('id')
            .where('customer_id', '=', customerId)
            .where('is_default', '=', true)
            .executeTakeFirstOrThrow();
          await editBankAccount(trx, services, await lockCustomer(trx, vault, customerId), id, fields);
        });
        return 'Your default bank account was edited.';
      },
    ],
    [
      'deleting the default',
      async (): Promise<string> => {
        await transact(db, async (trx) => {
          const { id } = await trx
            .selectFrom('bank_account')
            .select('id')
            .where('customer_id', '=', customerId)
            .where('is_default', '=', true)
            .executeTakeFirstOrThrow();
          await transitionBankAccountWithin(trx, services, id, { to: 'pending delete', actor: 'customer' });
        });
        return 'Your default bank account was deleted.';
      },
    ],
  ] as const)('%s turns it off and states the reason', async (_, change) => {
    if (!(await api.autoRedemption.get()).isOn) {
      await setDefaultBankAccount(
        services,
        customerId,
        await saveOldBankAccount(services, customerId, payees['ACH USD']()),
      );
      await turnOn();
    }
    const reason = await change();
    expect((await api.autoRedemption.get()).isOn).toBe(false);
    await newestMail();
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    expect(messages.find(({ subject }) => subject === 'Auto-redemption is off')?.text).toContain(reason);
    // A deposit now stays in the wallet.
    const wusd = await balance('WUSD');
    await receive('30.00');
    expect(await balance('WUSD')).toBe(add(wusd, '30.00'));
  });
});

test('its customer turns it off, and turning it off twice changes nothing', async () => {
  await setDefaultBankAccount(
    services,
    customerId,
    await saveOldBankAccount(services, customerId, payees['ACH USD']()),
  );
  await turnOn();
  const outcomes = await Promise.all([1, 2, 3].map(() => api.autoRedemption.turnOff()));
  expect(outcomes.every(({ isOn }) => !isOn)).toBe(true);
  const rows = await db
    .selectFrom('state_log')
    .selectAll()
    .where('entity_id', '=', `auto redemption:${customerId}`)
    .execute();
  const made = new Set(rows.map((row) => `${row.from_status} > ${row.to_status} ${row.actor}`));
  const possible = Object.entries(autoRedemptionStates.moves).flatMap(([from, moves]) =>
    moves.flatMap(({ to, who }) => who.map((actor) => `${from} > ${to} ${actor}`)),
  );
  expect(possible.filter((each) => !made.has(each))).toEqual([]);
});

test('a change of the security settings stops it from starting (control 11)', async () => {
  await turnOn();
  await transact(db, (trx) => startCooldown(trx, clock, customerId));
  expect((await api.autoRedemption.preCheck()).map(({ errCode }) => errCode)).toEqual(['21002']);
  const run = await ended(await receive('50.00'));
  expect(run).toMatchObject({ stoppedBecause: 'How you sign in was changed less than 24 hours ago.' });
  expect(run.orderId).toBeUndefined();
});
