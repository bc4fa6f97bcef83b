import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact, type Trx } from '../platform/database/database.ts';
import { placeHold, placeHolds, resolveHold, resolveHolds } from './holds.ts';
import { bankAccount, customerAccount, post, postAll, initialAssets } from './ledger.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { createDatabase } from '../../testing/harness.ts';
import { applicationUrl } from '../../testing/databases.ts';

// The cost of a transfer must not depend on the number of accounts, even if PostgreSQL's statistics are outdated.

let db: Db;
let legs: { account: string; amount: bigint }[];
const now = new Date('2026-11-20T08:00:00.000Z');
beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url), 1);
  await insertInitialRows(url, [initialAssets]);
  const owner = new pg.Client(url);
  await owner.connect();
  // Analyzes the table while it is empty, so that the statistics are wrong afterwards.
  await owner.query(`
    alter table account set (autovacuum_enabled = off);
    analyze account;
    insert into account (id, owner, asset, kind, normal_side, may_go_negative)
      select 'other-' || n, 'other-' || n, 'USD', 'cust', 'credit', false from generate_series(1, 5000) n
  `);
  await owner.end();
  legs = await transact(db, async (trx) => [
    { account: await bankAccount(trx, systemClock, 'dbs', 'USD'), amount: 100n },
    { account: await customerAccount(trx, systemClock, 'somebody', 'USD'), amount: -100n },
  ]);
});
afterAll(() => db.destroy());

async function rowsRead(trx: Trx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'account'
  `.execute(trx);
  return rows[0]?.read ?? 0;
}

test('a transfer, a hold and its resolution read only the accounts that they name', async () => {
  const transfer = { kind: 'deposit', entityId: 'e', eventTime: now, legs };
  const read = await transact(db, async (trx) => {
    await post(trx, { id: 'first', ...transfer });
    const posted = await rowsRead(trx);
    const account = legs[1]?.account ?? '';
    await placeHold(trx, { id: 'held', account, amount: 1n, kind: 'withdrawal', entityId: 'e', eventTime: now });
    const back = legs.map((leg) => ({ ...leg, amount: leg.amount / -100n }));
    await resolveHold(trx, 'held', now, { outcome: 'post', transferId: 'second', kind: 'withdrawal', legs: back });
    return { posted, all: await rowsRead(trx) };
  });
  // Each account is read a few times: to find, hold, change, and check foreign keys.
  expect(read.posted).toBeLessThanOrEqual(10);
  expect(read.all).toBeLessThanOrEqual(40);
});

test('batches of twenty transfers, holds and resolutions read only the accounts that they name', async () => {
  const account = legs[1]?.account ?? '';
  const names = Array.from({ length: 20 }, (_, index) => `of twenty ${index}`);
  const read = await transact(db, async (trx) => {
    const shared = { kind: 'withdrawal', entityId: 'e', eventTime: now };
    await postAll(
      trx,
      names.map((id) => ({ id, legs, ...shared })),
    );
    const held = names.map((name) => `${name} held`);
    await placeHolds(
      trx,
      held.map((id) => ({ id, account, amount: 1n, ...shared })),
    );
    const back = legs.map((leg) => ({ ...leg, amount: leg.amount / -100n }));
    await resolveHolds(
      trx,
      now,
      held.map((id) => ({ id, outcome: 'post', transferId: `${id} paid`, kind: 'withdrawal', legs: back })),
    );
    return rowsRead(trx);
  });
  expect(read).toBeLessThanOrEqual(20 * 20);
});
