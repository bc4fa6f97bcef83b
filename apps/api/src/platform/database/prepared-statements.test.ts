import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Db, openDatabase, transact } from './database.ts';
import { applicationUrl, createTestDatabase } from '../../../testing/databases.ts';

// Each connection parses a statement once and caches its plan, while nodes of an older and a newer version share a
// database.

let owner: pg.Client;
let db: Db;
beforeAll(async () => {
  const url = await createTestDatabase(inject('postgresUrl'));
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('create table shelf (id int); insert into shelf values (1); grant all on shelf to wusd_app');
  // With a single connection, each statement sees the state that the previous statement left.
  db = openDatabase(applicationUrl(url), 1);
});
afterAll(async () => {
  await db.destroy();
  await owner.end();
});

const read = (on: Pick<Db, 'getExecutor'>, id = 1) => sql`select * from shelf where id = ${id}`.execute(on);
const prepared = async (): Promise<string[]> =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
    ({ statement }) => statement,
  );

test('a statement is prepared once for all parameter values', async () => {
  for (const id of [1, 2, 3]) await read(db, id);
  expect((await prepared()).filter((each) => each.includes('from shelf'))).toHaveLength(1);
});

test('a query returns the new columns after another node has migrated the table', async () => {
  await read(db);
  await owner.query('alter table shelf add column width int default 30');
  expect((await read(db)).rows).toEqual([{ id: 1, width: 30 }]);
});

test('a transaction with a stale plan is retried and takes effect once', async () => {
  await read(db);
  await owner.query('alter table shelf add column depth int default 20');
  let attempts = 0;
  const rows = await transact(db, async (trx) => {
    attempts += 1;
    await sql`insert into shelf (id) values (${attempts + 100})`.execute(trx);
    return (await read(trx)).rows;
  });
  expect(rows).toEqual([{ id: 1, width: 30, depth: 20 }]);
  expect(attempts).toBe(2);
  expect((await owner.query('select id from shelf where id > 100')).rows).toEqual([{ id: 102 }]);
});

test('statements with ever-changing text do not fill the memory of a connection', async () => {
  for (let count = 0; count < 600; count += 1) await sql`select ${sql.raw(`${count}`)} where 1 = ${1}`.execute(db);
  // Includes the few statements that became stale above.
  expect((await prepared()).length).toBeLessThan(510);
});
