import type { WalletClient } from '@wusd/api-sdk';
import { subtract } from '@wusd/api-sdk/money';
import { bcp47, languages } from '@wusd/i18n';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireOrders } from '../src/domains/exchange/otc/orders.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { orderStates } from '../src/domains/exchange/otc/states.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import {
  advance,
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
import { swapsOf } from '../testing/swaps.ts';

// Mint, redeem and swap: booked as shown, and refunded in full on failure.

const { node, other } = await startTwoNodes();
let tokens: Tokens;
let api: WalletClient;
let there: WalletClient;
async function signInAgain(): Promise<void> {
  tokens = await signIn(node);
  api = clientOf(node, tokens);
  there = clientOf(other, tokens);
}
beforeAll(async () => {
  await signInAgain();
  // The deposits of the demo customers have been credited.
  await eventually(async () => ((await balances())['WUSD'] === '12480.500000000000000000' ? true : undefined));
});
beforeEach(async () => {
  await advance(61, node, other);
  await node.server.services.db.deleteFrom('throttle').execute();
  // The previous session has expired.
  await signInAgain();
});
afterEach(async () => expect(await reconcile(node.server.services)).toEqual([]));

const { balances, captcha, redeem, prove, ended } = swapsOf(node, () => ({ api, there }));
async function submit(quoteId = '') {
  const intent = await api.otc.review({ quoteId });
  return api.otc.submit({ quoteId }, { intent, mfa: await prove(intent), captcha: captcha() });
}
/** Credits WUSD from a chain transfer. */
async function fund(amount: string): Promise<void> {
  const before = (await balances())['WUSD'];
  await node.api.sandbox.createEvent({
    type: 'chain-transfer',
    subjectId: mei.username,
    money: { currency: 'WUSD', amount },
    networkId: 3,
  });
  await eventually(async () => ((await balances())['WUSD'] === before ? undefined : true));
}
const operator = operatorOf(node.server.services);

describe('a swap', () => {
  test('is quoted, reviewed, authorized and settled at the amounts that were shown', async () => {
    const before = await balances();
    const rate = await redeem('100.00');
    expect(rate).toMatchObject({
      pay: { currency: 'WUSD', amount: '100.00' },
      receive: { currency: 'USD', amount: '100.00' },
      rate: '1',
      basisPoints: -5,
      fees: [],
      minimum: { currency: 'WUSD', amount: '10.00' },
      indicative: false,
    });
    const intent = await api.otc.review({ quoteId: rate.quoteId ?? '' });
    expect(intent).toMatchObject({ blockers: [], sends: rate.pay, fees: rate.fees, receives: rate.receive });
    const order = await there.otc.submit(
      { quoteId: rate.quoteId ?? '' },
      { intent, mfa: await prove(intent), captcha: captcha() },
    );
    await ended(order.id);
    const settled = await api.otc.get(order.id);
    expect(settled).toMatchObject({
      status: 'completed',
      pay: rate.pay,
      receive: rate.receive,
      rate: '1',
      nextMoves: [],
    });
    expect(settled.timeline.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
      'processing customer',
      'completed system',
    ]);
    expect(settled.transactionId).toMatch(/^trf_/);
    const after = await balances();
    expect([before['WUSD'], after['WUSD']]).toEqual(['12480.500000000000000000', '12380.500000000000000000']);
    expect(subtract(after['USD'] ?? '', before['USD'] ?? '')).toBe('100.00');
    await delivered(node);
    const [mail] = (await node.api.sandbox.mailbox(mei.username)).messages;
    expect(mail).toMatchObject({ subject: 'Your swap is complete' });
    expect(mail?.text).toContain('Your order is complete: you paid 100.00 WUSD and received 100.00 USD.');
    expect(mail?.text).toContain(`Reference: ${order.id}\nStatus: Completed`);
  });

  test('into another currency is charged as shown, in the received currency', async () => {
    const rate = await api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'THB', receiveAmount: '5000.00' });
    expect(rate.receive.amount).toBe('5000.00');
    expect(rate.fees).toHaveLength(1);
    expect(rate.fees[0]).toMatchObject({ name: 'charge', money: { currency: 'THB' } });
    const order = await submit(rate.quoteId);
    await ended(order.id);
    const [transfer] = await node.server.services.db
      .selectFrom('leg as p')
      .innerJoin('account as a', 'a.id', 'p.account_id')
      .innerJoin('otc_order as o', 'o.transfer_id', 'p.transfer_id')
      .select('p.amount')
      .where('o.id', '=', order.id)
      .where('a.kind', '=', 'fee')
      .execute();
    expect(transfer?.amount).toBe(`-${rate.fees[0]?.money.amount.replace('.', '').replace(/^0+/, '')}`);
  });

  test('is charged above the free allowance of thirty days', async () => {
    await fund('150000');
    const used = await redeem('60000.00');
    await ended((await submit(used.quoteId)).id);
    // The 100.00 against US dollars of an earlier test count too. The order against baht does not: its terms differ.
    const next = await redeem('50000.00');
    expect(next.fees).toEqual([{ name: 'charge', money: { currency: 'USD', amount: '5.05' } }]);
    expect(next.receive.amount).toBe('49994.95');
    await advance(31 * 24 * 60 * 60, node, other);
    await signInAgain();
    expect((await redeem('50000.00')).fees).toEqual([]);
  });
});

describe('an order above the desk’s limit', () => {
  beforeAll(async () => {
    await signInAgain();
    await fund('2000000');
  });
  const place = async () => {
    const { quoteId } = await redeem('300000.00');
    const order = await submit(quoteId);
    expect(order).toMatchObject({
      status: 'pending approval',
      nextStep: { to: 'processing', who: 'Operations' },
      hold: { reasonCode: 'needs-approval', who: 'Operations' },
    });
    expect(order.nextMoves).toContainEqual({ to: 'order cancelled', who: 'customer', until: order.rateExpiresAt });
    return order;
  };

  test('shows the hold in its review, holds the money, and is settled once the desk approves', async () => {
    const { quoteId = '' } = await redeem('300000.00');
    expect((await api.otc.review({ quoteId })).holds).toMatchObject([{ reasonCode: 'needs-approval' }]);
    const before = await balances();
    const { id } = await place();
    expect(subtract(before['WUSD'] ?? '', (await balances())['WUSD'] ?? '')).toBe('300000.000000000000000000');
    expect(await operator('orders')).toContain(id);
    expect(await operator('approve', id)).toBe(`${id}: processing`);
    await ended(id);
    const order = await api.otc.get(id);
    expect(order.timeline.map(({ status }) => status)).toEqual(['pending approval', 'processing', 'completed']);
    expect(order.operator).toBe('Operations');
    await expect(operator('approve', id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
  });

  test('is rejected with a reason in the customer’s language, and the money is released', async () => {
    const before = await balances();
    const { id } = await place();
    await operator('reject', id, '--reason', 'compliance-review');
    const order = await api.otc.get(id);
    expect(order).toMatchObject({ status: 'rejected' });
    expect(order.timeline.at(-1)?.reason).toBe('Our compliance team could not approve this order.');
    expect(await balances()).toEqual(before);
  });

  test('is cancelled once, only by its customer', async () => {
    const before = await balances();
    const { id } = await place();
    const somchai = clientOf(node, await signIn(node, { ...mei, username: 'somchai@demo.example' }));
    expect(await somchai.otc.cancel(id).safe()).toMatchObject({ error: { errorName: 'NOT_FOUND' } });
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? api : there).otc.cancel(id).safe()),
    );
    expect(racing.filter(({ ok }) => ok)).toHaveLength(1);
    expect(racing.find(({ ok }) => !ok)).toMatchObject({ error: { errorName: 'MOVE_NOT_ALLOWED' } });
    expect(await balances()).toEqual(before);
  });

  test('expires with its rate, and cannot be approved later', async () => {
    const before = await balances();
    const { id } = await place();
    await advance(15 * 60, node, other);
    await expect(operator('approve', id)).rejects.toMatchObject({ errorName: 'MOVE_NOT_ALLOWED' });
    await Promise.all([node, other].map(({ server }) => expireOrders(server.services)));
    await signInAgain();
    const expired = await api.otc.get(id);
    expect([expired.status, expired.nextMoves, expired.nextStep]).toEqual(['rate expired', [], undefined]);
    expect(await balances()).toEqual(before);
  });
});

test('an order that the desk can’t pay out fails, shows the reason, and releases the money', async () => {
  const { db } = node.server.services;
  const before = await balances();
  // The desk has sold its Australian dollars: 20,000,000 in the sandbox.
  const { quoteId } = await api.otc.getRate({ payCurrency: 'WUSD', receiveCurrency: 'AUD', payAmount: '200000.00' });
  await db
    .updateTable('quote')
    .set({ receive: '9000000000' })
    .where('id', '=', quoteId ?? '')
    .execute();
  const order = await submit(quoteId);
  await Promise.all([node, other].map(({ server }) => settleOrders(server.services)));
  await ended(order.id);
  const failed = await api.otc.get(order.id);
  expect(failed.status).toBe('failed');
  expect(failed.timeline.at(-1)?.reason).toContain('We did not have enough');
  expect(await balances()).toEqual(before);
});

describe('orders', () => {
  test('are found by their fields, in keyset pages', async () => {
    const all: string[] = [];
    for await (const order of api.otc.search({ size: 2 })) all.push(order.id);
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(all.toSorted().toReversed());
    const first = await api.otc.search({ filter: { status: 'completed', currency: 'THB' } });
    expect(first.items.every(({ receive }) => receive.currency === 'THB')).toBe(true);
    const [newest = ''] = all;
    expect((await api.otc.search({ filter: { text: newest.slice(-8) } })).items.map(({ id }) => id)).toEqual([newest]);
    expect((await api.otc.search({ filter: { text: '100%' } })).items).toEqual([]);
    const oldest = await api.otc.search({ sort: 'oldest', size: 1 });
    expect(oldest.items[0]?.id).toBe(all.at(-1));
    expect((await api.otc.search({ filter: { to: '2020-01-01T00:00:00.000Z' } })).items).toEqual([]);
  });

  test.each(languages.map(bcp47))('have a receipt in %s', async (language) => {
    const { items } = await api.otc.search({ filter: { status: 'completed' }, size: 1 });
    const answer = await fetch(`${node.baseUrl}/otc/receipt/${items[0]?.id}`, {
      headers: { ...bearer(tokens).headers, 'accept-language': language },
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="receipt-otc_\w+\.pdf"$/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(bytes.length).toBeLessThan(200_000);
  });

  test('have no receipt if nothing was settled', async () => {
    const { items } = await api.otc.search({ filter: { status: 'rejected' }, size: 1 });
    expect(await api.otc.receipt(items[0]?.id ?? '').safe()).toMatchObject({ error: { errorName: 'NOT_FOUND' } });
  });
});

test('every allowed transition of an order was made by every allowed actor', async () => {
  const made = await node.server.services.db
    .selectFrom('state_log')
    .select(['from_status', 'to_status', 'actor'])
    .distinct()
    .where('entity_id', 'like', 'order:%')
    .where('from_status', 'is not', null)
    .execute();
  const possible = Object.entries(orderStates.moves).flatMap(([from, moves]) =>
    moves.flatMap(({ to, who }) => who.map((actor) => `${from} > ${to} by ${actor}`)),
  );
  expect(made.map((move) => `${move.from_status} > ${move.to_status} by ${move.actor}`).toSorted()).toEqual(
    possible.toSorted(),
  );
});
