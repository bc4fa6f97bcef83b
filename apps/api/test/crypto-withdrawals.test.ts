import type { CryptoTransaction, WalletClient } from '@wusd/api-sdk';
import { subtract } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { transact } from '../src/platform/database/database.ts';
import { transitionAddress } from '../src/domains/destinations/blockchain-addresses/addresses.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { cryptoWithdrawalStates } from '../src/domains/transfers/crypto/withdrawal-states.ts';
import { startCooldown } from '../src/domains/identity-access/customers/customers.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import {
  advance,
  availableOf,
  bearer,
  clientOf,
  delivered,
  eventually,
  mei,
  signIn,
  startTwoNodes,
  type Tokens,
} from '../testing/harness.ts';
import { operatorOf } from '../testing/operator.ts';
import { cryptoWithdrawalsOf } from '../testing/crypto-withdrawals.ts';

// Crypto withdrawals: the amount is held at once, sent once, and released if the payout fails.

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
const { addressOf, bodyOf, prove, captcha, codes, rounds, happen } = cryptoWithdrawalsOf(node, other, () => ({
  api,
  saved,
}));
async function withdraw(amount: string, addressId = saved, by = api): Promise<CryptoTransaction> {
  const body = bodyOf(amount, addressId);
  const intent = await api.cryptoTransactions.reviewWithdrawal(body);
  return by.cryptoTransactions.withdraw(body, { intent, mfa: await prove(intent), captcha: captcha() });
}
/** Waits until the payout is broadcast, which happens after its hash is recorded. */
async function sent(id: string): Promise<CryptoTransaction> {
  return eventually(async () => {
    const found = await api.cryptoTransactions.get(id);
    if (found.status === 'to be processed') return undefined;
    const { transactionHash: hash } = found;
    if (found.status !== 'processing' || hash === undefined) return found;
    const broadcast = await db
      .selectFrom('sandbox_broadcast')
      .select('hash')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return broadcast && found;
  });
}
const operator = operatorOf(services);
const rowOf = (id: string) =>
  db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const signedOf = (id: string) =>
  db.selectFrom('signed_tx').selectAll().where('withdrawal_id', '=', id).executeTakeFirstOrThrow();

describe('a withdrawal', () => {
  test('is reviewed, authorized, sent and debited once, at the amounts that were shown', async () => {
    const before = await balance();
    const review = await api.cryptoTransactions.reviewWithdrawal(bodyOf('250.00'));
    expect(review).toMatchObject({
      blockers: [],
      sends: { currency: 'WUSD', amount: '255.00' },
      fees: [{ name: 'network fee', money: { currency: 'WUSD', amount: '5.00' } }],
      receives: { currency: 'WUSD', amount: '250.00' },
    });
    expect(await api.cryptoTransactions.getFee({ currency: 'WUSD', networkId: 3 })).toEqual(review.fees[0]);
    const asked = await withdraw('250.00', saved, there);
    expect(subtract(before, await balance())).toBe('255.000000000000000000');
    const processing = await sent(asked.id);
    expect(processing).toMatchObject({
      status: 'processing',
      confirmations: { needed: 12 },
      nextMoves: [{ to: 'completed' }, { to: 'failed' }],
      nextStep: { to: 'completed', who: 'system' },
    });
    expect(processing.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    await happen('confirmations', asked.id);
    const done = await api.cryptoTransactions.get(asked.id);
    expect(done.status).toBe('completed');
    expect(done.timeline.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
      'to be processed customer',
      'processing system',
      'completed system',
    ]);
    expect(subtract(before, await balance())).toBe('255.000000000000000000');
    const rows = await db
      .selectFrom('leg as l')
      .innerJoin('account as a', 'a.id', 'l.account_id')
      .select(['a.kind', 'l.amount'])
      .where('l.transfer_id', '=', `${asked.id}:paid`)
      .execute();
    expect(Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]))).toEqual({
      cust: '255000000000000000000',
      custody: '-250000000000000000000',
      fee: '-5000000000000000000',
    });
    await delivered(node);
    const { messages } = await node.api.sandbox.mailbox(mei.username);
    const mail = messages.find(({ subject }) => subject === 'Your withdrawal has arrived');
    expect(mail?.text).toContain('250.00 WUSD');
    expect(mail?.text).not.toContain(asked.receivingAccount);
    const receipt = await fetch(`${node.baseUrl}/crypto-transaction/receipt/${asked.id}`, bearer(tokens));
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
  });

  test('to a new address waits a day, shows the time, and can be cancelled once', async () => {
    const before = await balance();
    const young = await addressOf(undefined, true);
    expect((await api.cryptoTransactions.reviewWithdrawal(bodyOf('30.00', young))).holds).toMatchObject([
      { reasonCode: 'new-destination' },
    ]);
    const asked = await withdraw('30.00', young);
    await rounds();
    const waiting = await api.cryptoTransactions.get(asked.id);
    expect(waiting).toMatchObject({ status: 'to be processed', hold: { reasonCode: 'new-destination' } });
    expect(waiting.nextMoves).toContainEqual({ to: 'cancelled', who: 'customer', until: waiting.hold?.until });
    expect(waiting.nextMoves).toContainEqual({ to: 'processing', who: 'system', at: waiting.hold?.until });
    expect(await api.blockchainAddresses.delete(young).safe()).toMatchObject({
      error: { errorName: 'DESTINATION_IN_USE' },
    });
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    expect(await somchai.cryptoTransactions.cancel(asked.id).safe()).toMatchObject({
      error: { errorName: 'NOT_FOUND' },
    });
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? api : there).cryptoTransactions.cancel(asked.id).safe(),
      ),
    );
    expect(racing.filter(({ ok }) => ok)).toHaveLength(1);
    expect(racing.find(({ ok }) => !ok)).toMatchObject({ error: { errorName: 'MOVE_NOT_ALLOWED' } });
    expect(await balance()).toBe(before);

    const again = await withdraw('30.00', young);
    await advance(24 * 60 * 60, node, other);
    await rounds();
    await signInAgain();
    expect((await sent(again.id)).status).toBe('processing');
    await happen('confirmations', again.id);
  });

  test('to an address that was disabled meanwhile waits for a person, who sends or rejects it', async () => {
    const before = await balance();
    const address = await addressOf(undefined, true);
    const [first, second] = [await withdraw('40.00', address), await withdraw('41.00', address)];
    await transitionAddress(services, address, { to: 'disabled', actor: 'Operations' });
    await db.updateTable('crypto_transaction').set({ due_at: clock.now() }).where('address_id', '=', address).execute();
    await rounds();
    expect(await api.cryptoTransactions.get(first.id)).toMatchObject({
      status: 'to be confirmed',
      hold: { reasonCode: 'destination', who: 'Operations' },
    });
    expect(await operator('withdrawals')).toContain(first.id);
    await operator('reject', first.id, '--reason', 'compliance-review');
    expect((await api.cryptoTransactions.get(first.id)).timeline.at(-1)?.reason).toContain('could not approve');
    await transitionAddress(services, address, { to: 'active', actor: 'Operations' });
    await operator('approve', second.id);
    await rounds();
    expect((await sent(second.id)).status).toBe('processing');
    await happen('confirmations', second.id);
    expect(subtract(before, await balance())).toBe('46.000000000000000000');
  });

  test('is refused during a cooldown, and a waiting one stays until the cooldown ends (control 11)', async () => {
    const young = await addressOf(undefined, true);
    const { id } = await withdraw('35.00', young);
    await transact(db, (trx) => startCooldown(trx, clock, customerId));
    expect(await codes('20.00')).toEqual(['21002']);
    await db.updateTable('crypto_transaction').set({ due_at: clock.now() }).where('id', '=', id).execute();
    await rounds();
    expect(await api.cryptoTransactions.get(id)).toMatchObject({
      status: 'to be processed',
      hold: { reasonCode: 'cooldown' },
    });
    // The withdrawal also waits during an identity recheck and while the account is frozen.
    const change = (to: string) =>
      sql`update customer set ${sql.raw(to)}, cooldown_ends_at = now() where id = ${customerId}`.execute(db);
    for (const [to, reasonCode] of [
      [`identity_status = 'pending verification'`, 'identity'],
      [`status = 'frozen'`, 'account-frozen'],
    ] as const) {
      await change(to);
      await db.updateTable('crypto_transaction').set({ due_at: clock.now() }).where('id', '=', id).execute();
      await rounds();
      expect(await rowOf(id)).toMatchObject({ status: 'to be processed', hold_reason: reasonCode });
      await change(`identity_status = 'verified', status = 'active'`);
    }
    await advance(24 * 60 * 60 + 1, node, other);
    await rounds();
    await signInAgain();
    expect((await sent(id)).status).toBe('processing');
    await happen('confirmations', id);
  });

  test('of more than its network holds waits until there is enough', async () => {
    // 12,480.50 arrived over Ethereum. The rest of the balance arrives over Polygon.
    await node.api.sandbox.createEvent({
      type: 'chain-transfer',
      subjectId: mei.username,
      networkId: 4,
      money: { currency: 'WUSD', amount: '20000.00' },
    });
    const deposit = await eventually(
      async () => (await api.cryptoTransactions.search({ filter: { networkId: 4 } })).items[0],
    );
    await node.api.sandbox.createEvent({ type: 'confirmations', subjectId: deposit.id });
    await eventually(async () =>
      (await api.cryptoTransactions.get(deposit.id)).status === 'completed' ? true : undefined,
    );
    const { id } = await withdraw('20000.00');
    await rounds();
    const waiting = await api.cryptoTransactions.get(id);
    expect(waiting).toMatchObject({ status: 'to be processed', hold: { reasonCode: 'liquidity' } });
    // The send time is unknown, so the cancellation has no deadline.
    expect(waiting.nextMoves).toContainEqual({ to: 'cancelled', who: 'customer' });
    await api.cryptoTransactions.cancel(id);
  });
});

test('every allowed transition of a withdrawal was made', async () => {
  // Other tests may miss two transitions: cancelling a held withdrawal and rejecting a waiting one.
  const young = await addressOf(undefined, true);
  const [held, refused] = [await withdraw('60.00', young), await withdraw('61.00', young)];
  await operator('reject', refused.id, '--reason', 'compliance-review');
  await transitionAddress(services, young, { to: 'disabled', actor: 'Operations' });
  await db.updateTable('crypto_transaction').set({ due_at: clock.now() }).where('id', '=', held.id).execute();
  await rounds();
  await api.cryptoTransactions.cancel(held.id);
  await happen('reversion', (await sent((await withdraw('22.00')).id)).id);
  const lost = await sent((await withdraw('62.00')).id);
  const { sender, nonce, hash } = await signedOf(lost.id);
  await db.deleteFrom('sandbox_broadcast').where('hash', '=', hash).execute();
  const raw = JSON.stringify({ sender, nonce, price: '999' });
  await db
    .insertInto('sandbox_broadcast')
    .values({ network_id: 3, hash: '0x0', raw, at: clock.now(), confirmations: 99 })
    .execute();
  await rounds();
  expect((await api.cryptoTransactions.get(lost.id)).hold?.reasonCode).toBe('displaced');
  const expired = await sent((await withdraw('63.00')).id);
  const answers = [node, other].map(({ server }) =>
    vi.spyOn(server.services.gateways.payouts, 'statusOf').mockResolvedValue('expired'),
  );
  await followWithdrawals(services);
  for (const each of answers) each.mockRestore();
  expect((await sent(expired.id)).status).toBe('processing');
  const rows = await db.selectFrom('state_log').selectAll().where('entity_id', 'like', 'withdrawal:%').execute();
  const made = new Set(rows.map(({ from_status: from, to_status: to }) => `${from} -> ${to}`));
  const possible = Object.entries(cryptoWithdrawalStates.moves).flatMap(([from, moves]) =>
    moves.map(({ to }) => `${from} -> ${to}`),
  );
  expect(possible.filter((each) => !made.has(each))).toEqual([]);
});
