import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Db, openDatabase, transact } from './database.ts';
import { asUnavailable, DatabaseUnavailableError } from './unavailable.ts';
import { applicationUrl, createTestDatabase } from '../../../testing/databases.ts';

let db: Db;
let owner: pg.Client;
beforeAll(async () => {
  const url = await createTestDatabase(inject('postgresUrl'));
  // One connection, so that the next statement meets what the one before has left.
  db = openDatabase(applicationUrl(url), 1);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await db.destroy();
  await owner.end();
});

/** A statement whose backend is ended by somebody else while it runs. */
async function loseBackend(on: Pick<Db, 'getExecutor'>): Promise<unknown> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  return Promise.all([sql`select pg_sleep(60)`.execute(on), endSleeper(rows[0]?.pid)]);
}

/** Ends a backend once it is within `pg_sleep`: before that the statement might only be on its way. */
async function endSleeper(pid: number | undefined): Promise<void> {
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
  while ((await owner.query(end, [pid])).rowCount === 0);
}
const answer = async (): Promise<unknown> => (await sql`select 1 as one`.execute(db)).rows;

describe('a connection that PostgreSQL ends', () => {
  test('rejects the statement under way with a typed error, and leaves the pool', async () => {
    await expect(loseBackend(db)).rejects.toMatchObject({ reason: 'connection-lost', code: '57P01' });
    expect(await answer()).toEqual([{ one: 1 }]);
  });

  test('in a transaction is never followed by a second attempt: what was sent may have been done', async () => {
    let attempts = 0;
    const lost = transact(db, async (trx) => {
      attempts += 1;
      await loseBackend(trx);
    });
    await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(attempts).toBe(1);
    expect(await answer()).toEqual([{ one: 1 }]);
  });
});

test.each([
  ['57P01', 'connection-lost'],
  ['08006', 'connection-lost'],
  ['25P03', 'connection-lost'],
  ['ECONNREFUSED', 'connection-lost'],
  ['57014', 'time-limit'],
  ['55P03', 'time-limit'],
  ['23505', undefined],
  ['40001', undefined],
])('the state %s means %s', (code, reason) => {
  expect(asUnavailable(Object.assign(new Error('x'), { code }))?.reason).toBe(reason);
});

test('the driver’s own errors of a connection that has ended are recognised without a code', () => {
  expect(asUnavailable(new Error('Connection terminated unexpectedly'))?.reason).toBe('connection-lost');
  expect(asUnavailable(new Error('something else'))).toBeUndefined();
});
