import type { MfaCheck, Review, WalletClient } from '@wusd/api-sdk';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { advance, availableOf, clientOf, eventually, mei, signIn, startTwoNodes } from '../testing/harness.ts';
import { textField } from '@wusd/server-kit/errors/error-fields';
import { cryptoWithdrawalsOf } from '../testing/crypto-withdrawals.ts';

// Crypto withdrawals that are refused: too little balance or bad input.

const { node, other } = await startTwoNodes({ sandboxPace: 'manual' });
const { services } = node.server;
const { db, clock, vault } = services;
let api: WalletClient;
let there: WalletClient;
let customerId: string;
let saved: string;

async function signInAgain(): Promise<void> {
  const tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(async () => {
  await signInAgain();
  customerId = (await findCustomerByEmail(db, vault, mei.username))?.id ?? '';
  await eventually(async () => ((await balance()) === '12480.500000000000000000' ? true : undefined));
  saved = await addressOf();
});
beforeEach(async () => {
  await advance(61, node, other);
  await db.deleteFrom('throttle').execute();
  await signInAgain();
});
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const balance = (): Promise<string> => availableOf(api, 'WUSD');
const { addressOf, bodyOf, prove, captcha, codes, happen } = cryptoWithdrawalsOf(node, other, () => ({ api, saved }));

describe('one balance', () => {
  test('covers only the withdrawals it suffices for when 64 race on two nodes', async () => {
    await advance(31 * 24 * 60 * 60, node, other);
    await signInAgain();
    const before = await balance();
    const amount = '1500.00';
    const suffices = Math.floor(Number(before) / 1505);
    const body = bodyOf(amount);
    const prepared: { intent: Review; mfa: MfaCheck[] }[] = [];
    for (let count = 0; count < 64; count += 1) {
      const intent = await api.cryptoTransactions.reviewWithdrawal(body);
      prepared.push({ intent, mfa: await prove(intent) });
    }
    const answers = await Promise.all(
      prepared.map((proof, index) =>
        (index % 2 === 0 ? api : there).cryptoTransactions.withdraw(body, { ...proof, captcha: captcha() }).safe(),
      ),
    );
    const placed = answers.flatMap((answer) => (answer.ok ? [answer.result.id] : []));
    expect(placed).toHaveLength(suffices);
    expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [textField(answer.error, 'errorName')])))).toEqual(
      new Set(['INSUFFICIENT_BALANCE']),
    );
    for (const id of placed) await api.cryptoTransactions.cancel(id).safe();
    for (const id of placed)
      if ((await api.cryptoTransactions.get(id)).status === 'processing') await happen('reversion', id);
    expect(await balance()).toBe(before);
  }, 60_000);
});

describe('bad input', () => {
  test.each([
    ['below the minimum', '9.99', ['21005']],
    ['above the day’s limit', '100000.01', ['21006', '21004']],
    ['more than there is', '90000.00', ['21004']],
  ])('is rejected with its error codes: %s', async (_, amount, expected) => {
    expect(await codes(amount)).toEqual(expected);
  });

  test('is rejected with its own reason and changes nothing', async () => {
    const before = await balance();
    const review = (body: Parameters<WalletClient['cryptoTransactions']['reviewWithdrawal']>[0]) =>
      api.cryptoTransactions.reviewWithdrawal(body).safe();
    expect(await review(bodyOf('10.001'))).toMatchObject({ error: { details: { reasonCode: 'too-many-decimals' } } });
    expect(await review(bodyOf('0'))).toMatchObject({ error: { details: { reasonCode: 'not-above-zero' } } });
    expect(await review(bodyOf('20.00', 'adr_00000000000000000000000000'))).toMatchObject({
      error: { errorName: 'DESTINATION_NOT_ACTIVE' },
    });
    expect(await review({ money: { currency: 'SGD', amount: '20.00' }, addressId: saved })).toMatchObject({
      error: { details: { field: '/body/addressId', reasonCode: 'not-on-this-network' } },
    });
    expect(await balance()).toBe(before);
  });

  test('beyond the rest of the daily limit returns the time when more is available', async () => {
    await sql`
      insert into crypto_transaction (id, customer_id, wallet_id, direction, currency, network_id, amount, status, version, created_at, updated_at)
      select 'ctx_limit', customer_id, id, 'withdrawal', currency, 3, 99990e18, 'completed', 1, ${clock.now()}, ${clock.now()}
      from wallet_account where customer_id = ${customerId} and currency = 'WUSD'
    `.execute(db);
    const { blockers } = await api.cryptoTransactions.reviewWithdrawal(bodyOf('20.00'));
    expect(blockers).toMatchObject([{ errCode: '21003', availableAt: expect.any(String) }]);
    await db.deleteFrom('crypto_transaction').where('id', '=', 'ctx_limit').execute();
  });
});
