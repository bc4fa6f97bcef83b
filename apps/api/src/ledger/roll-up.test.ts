import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../platform/database/database.ts';
import { appendHashChain } from './hash-chain.ts';
import { placeHold } from './holds.ts';
import { deskAccount, customerAccount, post, initialAssets } from './ledger.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { reconcileLedger } from './reconcile.ts';
import { rollUp } from './roll-up.ts';
import { createDatabase } from '../../testing/harness.ts';
import { applicationUrl } from '../../testing/databases.ts';

// Every swap posts to the desk's account, so its legs are appended, and a job rolls them up.

let db: Db;
let desk: string;
let customers: string[];
const now = new Date('2026-11-21T08:00:00.000Z');
beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url));
  await insertInitialRows(url, [initialAssets]);
  await transact(db, async (trx) => {
    desk = await deskAccount(trx, systemClock, 'WUSD');
    customers = [];
    for (let index = 0; index < 8; index += 1)
      customers.push(await customerAccount(trx, systemClock, `customer-${index}`, 'WUSD'));
  });
});
afterAll(() => db.destroy());

const issue = (id: string, customer: string, amount: bigint) =>
  transact(db, (trx) =>
    post(trx, {
      id,
      kind: 'issue',
      entityId: id,
      eventTime: now,
      legs: [
        { account: desk, amount },
        { account: customer, amount: -amount },
      ],
    }),
  );
const deskRow = () =>
  db.selectFrom('account').select(['posted', 'version']).where('id', '=', desk).executeTakeFirstOrThrow();

test('an appended leg prevents a repeat at once, and changes the balance after the roll-up', async () => {
  expect(await issue('once', customers[0] ?? '', 7n)).toBe(true);
  expect(await issue('once', customers[0] ?? '', 7n)).toBe(false);
  await expect(issue('once', customers[0] ?? '', 8n)).rejects.toMatchObject({ reason: 'id conflict' });
  expect(await deskRow()).toEqual({ posted: '0', version: '0' });
  expect(await reconcileLedger(db)).toEqual([]);
  // A pending leg has no version yet, so its transfer can't be sealed, and remains pending.
  expect(await appendHashChain(db, systemClock)).toBe(0);

  expect(await rollUp(db)).toBe(1);
  expect(await rollUp(db)).toBe(0);
  expect(await deskRow()).toEqual({ posted: '-7', version: '1' });
  expect(await issue('once', customers[0] ?? '', 7n)).toBe(false);
  await expect(issue('once', customers[0] ?? '', 8n)).rejects.toMatchObject({ reason: 'id conflict' });
  expect(await appendHashChain(db, systemClock)).toBe(1);
  expect(await reconcileLedger(db)).toEqual([]);
});

test('concurrent transfers and roll-ups count each leg exactly once', async () => {
  const before = BigInt((await deskRow()).posted);
  const posted = Array.from({ length: 200 }, (_, index) => issue(`race-${index}`, customers[index % 8] ?? '', 1n));
  const rolled = await Promise.all(Array.from({ length: 20 }, () => rollUp(db)));
  await Promise.all(posted);
  rolled.push(await rollUp(db));
  expect(rolled.reduce((sum, count) => sum + count, 0)).toBe(200);
  expect(BigInt((await deskRow()).posted)).toBe(before - 200n);
  while ((await appendHashChain(db, systemClock)) > 0);
  expect(await reconcileLedger(db)).toEqual([]);
});

test('a hold on an appending account is rejected, because its current balance is not known', async () => {
  const asked = { id: 'h', account: desk, amount: 1n, kind: 'k', entityId: 'e', eventTime: now };
  await expect(transact(db, (trx) => placeHold(trx, asked))).rejects.toMatchObject({ reason: 'insufficient' });
});

test.each([
  sql`insert into posting_pending values ('a', 'once', 1)`,
  sql`delete from posting_pending`,
  sql`update account set appends = false`,
])('the role of the server can’t write pending legs or the appends flag: %#', async (statement) => {
  await expect(statement.execute(db)).rejects.toMatchObject({ code: '42501' });
});
