import type { HistoryEntry } from '@wusd/api-sdk';
import { expect, test } from 'vitest';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { payees, saveOldBankAccount } from '../testing/fiat.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { saveOldAddress } from '../testing/withdrawals.ts';
import { clientOf, createDatabase, createDemoDatabase, mei, type Node, signIn, startNode } from '../testing/harness.ts';

// Test mode: simulated histories from a seed, the demo customer's year, and events for each kind of entity.

const lina = { username: 'lina@demo.example', password: mei.password };

/** The history of a customer, oldest first. */
async function historyOf(node: Node, who: { username: string; password: string }): Promise<HistoryEntry[]> {
  await node.server.services.db.deleteFrom('throttle').execute();
  const api = clientOf(node, await signIn(node, who));
  const entries: HistoryEntry[] = [];
  for await (const entry of api.history.search({ size: 100 })) entries.unshift(entry);
  return entries;
}

/** The parts of an entry that depend only on the seed. Rates depend on the time. */
const outline = ({ kind, status, pay, receive, createTime }: HistoryEntry) => ({
  kind,
  status,
  currencies: [pay?.currency, receive?.currency],
  day: createTime.slice(0, 10),
  ...(kind === 'deposit' && { amount: receive?.amount }),
});

test('one seed replays the same days, and the ledger reconciles', async () => {
  const lived = await Promise.all(
    [1, 2].map(async () => {
      await using node = await startNode(await createDemoDatabase());
      const before = node.server.services.clock.now().getTime();
      const answer = await node.api.sandbox.replay({ subjectId: mei.username, seed: 42, days: 25 });
      expect(Date.parse(answer.now) - before).toBeGreaterThanOrEqual(25 * 24 * 60 * 60_000);
      expect(await reconcile(node.server.services)).toEqual([]);
      return { answer, history: (await historyOf(node, mei)).map(outline) };
    }),
  );
  const [one, another] = lived;
  expect(one?.answer.happened).toBeGreaterThan(10);
  expect({ ...another?.answer, now: '' }).toEqual({ ...one?.answer, now: '' });
  expect(another?.history).toEqual(one?.history);
});

test('a replay refuses an unverified customer, and completes the swaps of a company', async () => {
  await using node = await startNode(await createDemoDatabase());
  const { sandbox } = node.api;
  const unverified = await sandbox.replay({ subjectId: 'somchai@demo.example', seed: 3, days: 30 });
  expect(unverified.refused).toBeGreaterThan(3);
  const { db } = node.server.services;
  expect(await db.selectFrom('otc_order').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('bank_account').selectAll().execute()).toEqual([]);

  await sandbox.createEvent({ type: 'verification', subjectId: 'harbour@demo.example', outcome: 'approved' });
  const company = await sandbox.replay({ subjectId: 'harbour@demo.example', seed: 3, days: 60 });
  expect(company.happened).toBeGreaterThan(10);
  const orders = await db.selectFrom('otc_order').select('status').execute();
  expect(orders.length).toBeGreaterThan(3);
  expect(orders.every(({ status }) => status === 'completed')).toBe(true);
  expect(await reconcile(node.server.services)).toEqual([]);
});

test(
  'several nodes replay the demo customer’s year once, and it has every kind and status',
  { timeout: 120_000 },
  async () => {
    const database = await createDatabase();
    const [one, other] = await Promise.all([
      startNode(database, { hasDemoYear: true }),
      startNode(database, { hasDemoYear: true }),
    ]);
    await using node = one;
    await using again = other;
    expect(again.server.demoCustomers).toEqual(node.server.demoCustomers);
    const { db, clock } = node.server.services;
    expect(node.server.demoCustomers.map(({ email }) => email)).toContain(lina.username);
    const history = await historyOf(node, lina);
    const months = new Set(history.map(({ createTime }) => createTime.slice(0, 7)));
    expect(months.size).toBeGreaterThanOrEqual(12);
    expect(history.every(({ createTime }) => createTime <= clock.now().toISOString())).toBe(true);
    expect(new Set(history.map(({ kind }) => kind))).toEqual(
      new Set(['deposit', 'withdrawal', 'swap', 'auto-redemption']),
    );
    expect(new Set(history.map(({ status }) => status))).toEqual(
      new Set(['completed', 'to be confirmed', 'rejected', 'failed', 'cancelled']),
    );
    // No other customer received money in that year.
    const yesterday = new Date(clock.now().getTime() - 24 * 60 * 60_000).toISOString();
    expect((await historyOf(node, mei)).every(({ createTime }) => createTime > yesterday)).toBe(true);
    expect(await reconcile(node.server.services)).toEqual([]);
    const { count } = await db
      .selectFrom('customer')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe('4');
  },
);

test('every kind of entity lists its events, and each event takes effect', async () => {
  await using node = await startNode(await createDemoDatabase());
  const { sandbox } = node.api;
  const { services } = node.server;
  const { db, vault } = services;
  const idOf = async (email: string): Promise<string> => (await findCustomerByEmail(db, vault, email))?.id ?? '';
  const customerId = await idOf(mei.username);
  const types = (await sandbox.listMoves('user', customerId)).map(({ type }) => type);
  expect(types).toEqual(['approval', 'user-updated']);
  const [first] = await sandbox.listMoves('user', await idOf('somchai@demo.example'));
  expect(first).toMatchObject({ type: 'verification', outcomes: ['approved', 'rejected'] });
  const places = [
    ['bank-account', await saveOldBankAccount(services, customerId, payees['SWIFT SGD']())],
    ['blockchain-address', await saveOldAddress(services, customerId, 3, simulatedAddress(3, 99n))],
  ] as const;
  for (const [entity, id] of places) {
    expect(await sandbox.listMoves(entity, id)).toMatchObject([{ type: 'approval', outcomes: ['rejected'] }]);
    await sandbox.createEvent({ type: 'approval', subjectId: id, outcome: 'rejected' });
    expect(await sandbox.listMoves(entity, id)).toMatchObject([{ type: 'approval', outcomes: ['approved'] }]);
    await sandbox.createEvent({ type: 'approval', subjectId: id, outcome: 'approved' });
    expect(await sandbox.listMoves(entity, id)).toMatchObject([{ type: 'approval', outcomes: ['rejected'] }]);
  }
  await expect(sandbox.listMoves('bank-account', 'bnk_01hqxyz0000000000000000000')).rejects.toMatchObject({
    name: 'ApiError',
    errorName: 'NOT_FOUND',
  });
});
