import type { WalletClient } from '@wusd/api-sdk';
import { add, subtract } from '@wusd/api-sdk/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { placeHold, resolveHold } from '../src/ledger/holds.ts';
import { bankAccount } from '../src/ledger/ledger.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { transact } from '../src/platform/database/database.ts';
import { saveOldBankAccount } from '../testing/fiat.ts';
import {
  advance,
  availableOf,
  bearer,
  clientOf,
  eventually,
  mei,
  send,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { fiatWithdrawalsOf } from '../testing/fiat-withdrawals.ts';

// Bank withdrawals: the amount is held at once, instructed once, settled by the bank's statement,
// and released on failure.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db, clock, vault } = services;
let tokens: Tokens;
let api: WalletClient;
let there: WalletClient;
let customerId: string;
let saved: string;

async function signInAgain(): Promise<void> {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
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
const { bodyOf, prove, captcha, rounds, withdraw, until, told, happen } = fiatWithdrawalsOf(node, other, () => ({
  api,
  saved,
}));
const operator = operatorOf(services);
const mails = async (): Promise<string[]> => {
  await eventually(async () => {
    const waiting = await db.selectFrom('message').select('id').where('sent_at', 'is', null).executeTakeFirst();
    return waiting ? undefined : true;
  });
  return (await node.api.sandbox.mailbox(mei.username)).messages.map(({ subject }) => subject);
};

describe('a withdrawal', () => {
  test('is reviewed, authorized, instructed once and paid, at the amounts that were shown', async () => {
    const before = await balance('SGD');
    const review = await api.fiatTransactions.reviewWithdrawal(bodyOf('250.00'));
    expect(review).toMatchObject({
      blockers: [],
      sends: { currency: 'SGD', amount: '275.00' },
      fees: [{ name: 'bank fee', money: { currency: 'SGD', amount: '25.00' } }],
      receives: { currency: 'SGD', amount: '250.00' },
    });
    const asked = await withdraw('250.00', saved, there);
    expect(subtract(before, await balance('SGD'))).toBe('275.00');
    expect(asked).toMatchObject({ rail: 'SWIFT', partnerId: 'dbs', bankAccountId: saved });
    expect(asked.reference).toMatch(/^FTX[0-9A-Z]{26}$/);
    const processing = await told(asked.id);
    expect(processing.nextMoves).toEqual([
      { to: 'completed', who: 'system' },
      { to: 'failed', who: 'system' },
    ]);
    const payments = await db.selectFrom('sandbox_payment').selectAll().execute();
    expect(payments).toMatchObject([{ end_to_end_id: asked.reference, amount: '25000', partner_id: 'dbs' }]);
    await happen('settlement', asked.id);
    const done = await until(asked.id, 'completed');
    expect(done.timeline.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
      'to be processed customer',
      'processing system',
      'completed system',
    ]);
    expect(subtract(before, await balance('SGD'))).toBe('275.00');
    expect((await api.fiatTransactions.receipt(done.id)).fileName).toBe(`receipt-${done.id}.pdf`);
    expect((await api.bankAccounts.get(saved)).lastUsedAt).toBeDefined();
    expect((await mails()).slice(0, 3)).toContain('Your withdrawal was paid');
  });

  test('to a new account waits a day, shows the time, and can be cancelled once', async () => {
    const before = await balance('SGD');
    const young = await saveOldBankAccount(services, customerId);
    const payoutsFrom = new Date(clock.now().getTime() + 60_000);
    await db.updateTable('bank_account').set({ payouts_from: payoutsFrom }).where('id', '=', young).execute();
    const { holds } = await api.fiatTransactions.reviewWithdrawal(bodyOf('20.00', young));
    expect(holds).toMatchObject([{ reasonCode: 'new-destination', until: payoutsFrom.toISOString() }]);
    const asked = await withdraw('20.00', young);
    await rounds();
    const { hold, nextMoves } = await api.fiatTransactions.get(asked.id);
    expect(hold).toMatchObject({ reasonCode: 'new-destination' });
    expect(nextMoves).toEqual([
      { to: 'processing', who: 'system', at: payoutsFrom.toISOString() },
      { to: 'cancelled', who: 'customer', until: payoutsFrom.toISOString() },
      { to: 'rejected', who: 'Operations' },
    ]);
    // A pending withdrawal prevents the deletion of its account.
    await expect(api.bankAccounts.delete(young)).rejects.toMatchObject({ errCode: '32002' });
    const outcomes = await Promise.allSettled([api, there, api].map((by) => by.fiatTransactions.cancel(asked.id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance('SGD')).toBe(before);
    await api.bankAccounts.delete(young);
  });

  test('that its bank refuses is refunded with its fee', async () => {
    const before = await balance('SGD');
    const { id } = await withdraw('30.00');
    await told(id);
    await happen('refusal', id);
    const failed = await until(id, 'failed');
    expect(failed.timeline.at(-1)?.reason).toBe('Our bank did not carry it out. Nothing has left.');
    expect(await balance('SGD')).toBe(before);
  });

  test.each([
    ['whole', undefined, '100.00'],
    ['less a charge of a bank on the way', 'shortfall', '90.00'],
  ] as const)('that comes back %s after it was paid is refunded without the fee', async (_, outcome, returned) => {
    const before = await balance('SGD');
    const { id } = await withdraw('100.00');
    await told(id);
    await happen('settlement', id);
    await until(id, 'completed');
    await happen('bank-return', id, outcome);
    const failed = await until(id, 'failed');
    // The fee is not refunded, because the bank made the transfer.
    expect(await balance('SGD')).toBe(add(subtract(before, '125.00'), returned));
    expect(failed.difference?.money.amount).toBe(outcome && '10.00');
    expect((await mails())[0]).toBe('Your withdrawal came back');
    await expect(happen('bank-return', id)).rejects.toMatchObject({ errCode: '22001' });
  });

  test('whose return is reported before its settlement ends with the same balance', async () => {
    const before = await balance('SGD');
    const { id, reference = '' } = await withdraw('60.00');
    await told(id);
    await happen('settlement', id);
    await happen('bank-return', id);
    await db.updateTable('sandbox_statement').set({ is_read: true }).where('line', '=', `SD${reference}`).execute();
    await until(id, 'failed');
    expect(await balance('SGD')).toBe(subtract(before, '25.00'));
    await db.updateTable('sandbox_statement').set({ is_read: false }).where('line', '=', `SD${reference}`).execute();
    await eventually(async () => {
      await rounds();
      const line = await db.selectFrom('bank_line').selectAll().where('line', '=', `SD${reference}`).executeTakeFirst();
      return line?.entity_id === id ? true : undefined;
    });
    expect(await balance('SGD')).toBe(subtract(before, '25.00'));
  });

  test('that its bank does not execute can be sent manually, and is completed by the matching debit only', async () => {
    const before = await balance('SGD');
    const { id } = await withdraw('44.00');
    await told(id);
    await expect(operator('mark-transferred-manually', id, '--line', 'dbs:HAND')).rejects.toThrow('There is no debit');
    for (const [line, amount] of [
      ['HAND', '4400'],
      ['OTHER', '4500'],
    ] as const)
      await db
        .insertInto('sandbox_statement')
        .values({ partner_id: 'dbs', line, kind: 'debit', reference: '', currency: 'SGD', amount })
        .execute();
    await eventually(async () => {
      await rounds();
      return (await operator('statement-lines')).includes('OTHER') ? true : undefined;
    });
    await expect(operator('mark-transferred-manually', id, '--line', 'dbs:OTHER')).rejects.toThrow('differs from');
    expect(await operator('mark-transferred-manually', id, '--line', 'dbs:HAND')).toBe(`${id}: transferred manually`);
    await expect(operator('mark-transferred-manually', id, '--line', 'dbs:HAND')).rejects.toThrow('is matched to');
    expect((await api.fiatTransactions.get(id)).status).toBe('transferred manually');
    expect(subtract(before, await balance('SGD'))).toBe('69.00');
    expect((await api.fiatTransactions.receipt(id)).fileName).toContain(id);
  });

  test('of more than its bank holds waits until there is enough', async () => {
    const taken = { id: 'all-of-it', kind: 'test', entityId: 'test', eventTime: clock.now() };
    await transact(db, async (trx) => {
      const account = await bankAccount(trx, clock, 'dbs', 'SGD');
      const { posted } = await trx
        .selectFrom('account')
        .select('posted')
        .where('id', '=', account)
        .executeTakeFirstOrThrow();
      await placeHold(trx, { ...taken, account, amount: BigInt(posted) });
    });
    const { id } = await withdraw('35.00');
    await eventually(async () => {
      await rounds();
      return (await api.fiatTransactions.get(id)).hold?.reasonCode === 'liquidity' ? true : undefined;
    });
    await transact(db, (trx) => resolveHold(trx, taken.id, clock.now(), { outcome: 'void' }));
    await advance(61, node, other);
    expect((await told(id)).status).toBe('processing');
    await happen('settlement', id);
    await until(id, 'completed');
  });
});

test('one balance covers only the withdrawals it suffices for when 32 race on two nodes', async () => {
  const before = await balance('SGD');
  // Each takes 125 with its fee.
  const most = Math.floor(Number(before) / 125);
  const body = bodyOf('100.00');
  const intents = await Promise.all(Array.from({ length: 32 }, () => api.fiatTransactions.reviewWithdrawal(body)));
  const outcomes = await Promise.allSettled(
    intents.map(async (intent, index) =>
      (index % 2 ? api : there).fiatTransactions.withdraw(body, {
        intent,
        mfa: await prove(intent),
        captcha: captcha(),
      }),
    ),
  );
  const done = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(done).toHaveLength(Math.min(most, 32));
  expect(await reconcile(services)).toEqual([]);
  for (const outcome of outcomes)
    if (outcome.status === 'fulfilled') await api.fiatTransactions.cancel(outcome.value.id).catch(() => {});
});

test('fees and sender accounts are listed for every transfer method', async () => {
  const fees = await api.fiatTransactions.getFees('EUR');
  expect(fees).toEqual([
    { rail: 'SEPA', fee: { name: 'bank fee', money: { currency: 'EUR', amount: '0.50' } } },
    { rail: 'SWIFT', fee: { name: 'bank fee', money: { currency: 'EUR', amount: '25.00' } } },
  ]);
  const all = await api.fiatTransactions.getFees();
  const feeOf = (rail: string, currency: string) =>
    all.find(({ rail: each, fee }) => each === rail && fee.money.currency === currency)?.fee.money.amount;
  expect([feeOf('ACH', 'USD'), feeOf('SWIFT', 'USD'), feeOf('FPS', 'HKD'), feeOf('SWIFT', 'JPY')]).toEqual([
    '1.00',
    '25.00',
    '0.00',
    '3500',
  ]);
  const senders = await api.fiatTransactions.listSenderAccounts();
  expect(senders).toContainEqual({ id: 'lu-eur', partnerId: 'lu', currency: 'EUR', rails: ['SEPA', 'SWIFT'] });
  const { partners } = await node.api.config.get();
  expect(new Set(senders.map(({ partnerId }) => partnerId))).toEqual(new Set(partners.map(({ id }) => id)));
});

test('withdrawals are found by direction and reference, and one that is not completed has no receipt', async () => {
  const { id, reference = '' } = await withdraw('15.00');
  const { items } = await api.fiatTransactions.search({ filter: { direction: 'withdrawal', text: reference } });
  expect(items.map((each) => each.id)).toEqual([id]);
  expect(await send(node, 'GET', `/fiat-transaction/receipt/${id}`, bearer(tokens))).toMatchObject({ status: 404 });
});
