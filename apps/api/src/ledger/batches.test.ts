import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact, type Trx } from '../platform/database/database.ts';
import { placeHolds, resolveHolds } from './holds.ts';
import { bankAccount, customerAccount, postAll, initialAssets, type Transfer } from './ledger.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { reconcileLedger } from './reconcile.ts';
import { createDatabase } from '../../testing/harness.ts';
import { applicationUrl } from '../../testing/databases.ts';

// The ledger processes a batch as if its items were sequential, or not at all. model.test.ts compares the results for
// arbitrary input.

let db: Db;
/** The database connection of a second node. */
let elsewhere: Db;
let bank: string;
let customers: string[];
let sequence = 0;
const now = new Date('2026-11-20T08:00:00.000Z');
const next = (): string => `t${String((sequence += 1)).padStart(6, '0')}`;

beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url));
  elsewhere = openDatabase(applicationUrl(url));
  await insertInitialRows(url, [initialAssets]);
});
beforeEach(async () => {
  await transact(db, async (trx) => {
    bank = await bankAccount(trx, systemClock, 'dbs', 'USD');
    customers = [];
    for (let index = 0; index < 8; index += 1) customers.push(await customerAccount(trx, systemClock, next(), 'USD'));
    await postAll(
      trx,
      customers.map((customer) => moving(bank, customer, 100n)),
    );
  });
});
afterAll(async () => {
  expect(await reconcileLedger(db)).toEqual([]);
  await Promise.all([db.destroy(), elsewhere.destroy()]);
});

const moving = (from: string, to: string, amount: bigint): Transfer => ({
  id: next(),
  kind: 'payment',
  entityId: 'e',
  eventTime: now,
  legs: [
    { account: from, amount },
    { account: to, amount: -amount },
  ],
});
const setAside = (account: string, amount: bigint) => ({
  id: next(),
  account,
  amount,
  kind: 'payment',
  entityId: 'e',
  eventTime: now,
});
const together = <T>(work: (trx: Trx) => Promise<T>, at = db): Promise<T> => transact(at, work);
/** Returns all rows of the ledger. */
async function everything(): Promise<unknown> {
  const tables = ['account', 'transfer', 'posting', 'posting_pending', 'chain_pending', 'hold', 'hold_event'];
  return Promise.all(
    tables.map(async (table) => (await sql`select t::text from ${sql.table(table)} t order by 1`.execute(db)).rows),
  );
}
async function balances(): Promise<number[]> {
  const rows = await db.selectFrom('account').select(['id', 'posted']).where('id', 'in', customers).execute();
  return customers.map((customer) => Number(rows.find(({ id }) => id === customer)?.posted));
}

test('each transfer of a batch has its own postings with the balance after it, even if transfers share accounts', async () => {
  const [a = '', b = ''] = customers;
  const transfers = [moving(a, b, 30n), moving(b, a, 130n), moving(bank, b, 1n)];
  expect(await together((trx) => postAll(trx, transfers))).toEqual([true, true, true]);
  const postings = await db
    .selectFrom('posting')
    .select(['account_id', 'version', 'transfer_id', 'balance_after'])
    .where('account_id', 'in', [a, b])
    .where('version', '>', '1')
    .orderBy('version')
    .execute();
  const of = (account: string) =>
    postings
      .filter(({ account_id: id }) => id === account)
      .map(({ version, transfer_id: id, balance_after: after }) => [Number(version), id, Number(after)]);
  const [first, second, third] = transfers.map(({ id }) => id);
  expect(of(a)).toEqual([
    [2, first, 70],
    [3, second, 200],
  ]);
  expect(of(b)).toEqual([
    [2, first, 130],
    [3, second, 0],
    [4, third, 1],
  ]);
});

test('an item that is rejected rolls back the whole batch without a trace', async () => {
  const [a = '', b = '', c = ''] = customers;
  const held = [setAside(a, 60n), setAside(b, 60n)];
  await together((trx) => placeHolds(trx, held));
  const before = await everything();
  const refused = (work: (trx: Trx) => Promise<unknown>): Promise<unknown> =>
    expect(together(work)).rejects.toMatchObject({ reason: 'insufficient' });
  // The balance after the batch would suffice, but each transfer needs it when its turn comes.
  await refused((trx) => postAll(trx, [moving(c, b, 1n), moving(a, c, 41n), moving(bank, a, 50n)]));
  await refused((trx) => placeHolds(trx, [setAside(c, 50n), setAside(c, 51n)]));
  const [first, second] = held.map(({ id }) => id);
  const paid = { outcome: 'post', kind: 'payment' } as const;
  await refused((trx) =>
    resolveHolds(trx, now, [
      // The sixty of the second hold are not released yet.
      { id: first ?? '', ...paid, transferId: next(), legs: moving(b, c, 50n).legs },
      { id: second ?? '', outcome: 'void' },
    ]),
  );
  expect(await everything()).toEqual(before);
});

test('a reversal in a batch references the transfer that it reverses', async () => {
  const [a = '', b = ''] = customers;
  const mistake = moving(a, b, 10n);
  const reversal = { ...moving(b, a, 10n), reverses: mistake.id };
  await together((trx) => postAll(trx, [mistake, moving(bank, a, 1n)]));
  await together((trx) => postAll(trx, [reversal, moving(bank, b, 1n)]));
  const { reverses } = await db
    .selectFrom('transfer')
    .select('reverses')
    .where('id', '=', reversal.id)
    .executeTakeFirstOrThrow();
  expect(reverses).toBe(mistake.id);
});

test('a repeated transfer in a batch with new ones has no second effect', async () => {
  const [a = '', b = ''] = customers;
  const transfers = [moving(a, b, 10n), moving(b, a, 5n)];
  await together((trx) => postAll(trx, transfers));
  const more = moving(a, b, 1n);
  expect(await together((trx) => postAll(trx, [...transfers, more, more]))).toEqual([false, false, true, false]);
  expect((await balances()).slice(0, 2)).toEqual([94, 106]);
});

test('two nodes that post to the same accounts in different orders do not deadlock', async () => {
  const inRing = (shift: number): Transfer[] =>
    customers.map((customer, index) => moving(customer, customers[(index + shift) % customers.length] ?? '', 1n));
  const rounds = Array.from({ length: 40 }, (_, round) => {
    const transfers = inRing(1 + (round % 7));
    const ordered = round % 2 === 0 ? transfers : transfers.toReversed();
    return together((trx) => postAll(trx, ordered), round % 4 < 2 ? db : elsewhere);
  });
  await Promise.all(rounds);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()
  `.execute(db);
  expect(rows).toEqual([{ deadlocks: 0 }]);
  expect(await balances()).toEqual(customers.map(() => 100));
});
