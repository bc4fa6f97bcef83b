import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Db, liftTimeLimits, openDatabase, transact } from './database.ts';
import { noTimeLimits } from '../time-limits.ts';
import { asUnavailable, DatabaseUnavailableError } from './unavailable.ts';
import { startDatabaseProxy } from '../../../testing/database-faults.ts';
import { applicationUrl, createTestDatabase } from '../../../testing/databases.ts';

let db: Db;
let owner: pg.Client;
beforeAll(async () => {
  const url = await createTestDatabase(inject('postgresUrl'));
  // With a single connection, each statement sees the state that the previous statement left.
  db = openDatabase(applicationUrl(url), 1);
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});
afterAll(async () => {
  await db.destroy();
  await owner.end();
});

/** Runs a statement whose backend another connection terminates. */
async function loseBackend(on: Pick<Db, 'getExecutor'>): Promise<unknown> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  return Promise.all([sql`select pg_sleep(60)`.execute(on), endSleeper(rows[0]?.pid)]);
}

/** Terminates a backend once it is in `pg_sleep`. Earlier, the statement might not have started. */
async function endSleeper(pid: number | undefined): Promise<void> {
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
  while ((await owner.query(end, [pid])).rowCount === 0);
}
const answer = async (): Promise<unknown> => (await sql`select 1 as one`.execute(db)).rows;

describe('a connection that PostgreSQL ends', () => {
  test('rejects the current statement with a typed error and is removed from the pool', async () => {
    await expect(loseBackend(db)).rejects.toMatchObject({ reason: 'connection-lost', code: '57P01' });
    expect(await answer()).toEqual([{ one: 1 }]);
  });

  test('in a transaction causes no retry, because the statements may have taken effect', async () => {
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

test('a connection to a server that is no longer the primary is removed from the pool', async () => {
  const pidOf = async (): Promise<unknown> => (await sql`select pg_backend_pid() as pid`.execute(db)).rows;
  const before = await pidOf();
  // Makes writes fail as on a replica.
  await sql`set default_transaction_read_only = on`.execute(db);
  await expect(sql`insert into job_lease (queue) values ('x')`.execute(db)).rejects.toMatchObject({
    reason: 'connection-lost',
    code: '25006',
  });
  expect(await pidOf()).not.toEqual(before);
});

test('a statement that the network drops times out and its connection leaves the pool, while a job without limits keeps waiting', async () => {
  const proxy = await startDatabaseProxy(applicationUrl(inject('postgresUrl')));
  const behind = openDatabase(proxy.url, 1, { limits: { ...noTimeLimits, statementMs: 10 } });
  try {
    await transact(behind, async (trx) => {
      await liftTimeLimits(trx);
      // Longer than the limit plus its grace period.
      await sql`select pg_sleep(5.5)`.execute(trx);
    });
    proxy.silence();
    await expect(sql`select 1`.execute(behind)).rejects.toMatchObject({ reason: 'connection-lost' });
    expect((await sql`select 1 as one`.execute(behind)).rows).toEqual([{ one: 1 }]);
  } finally {
    await behind.destroy();
    proxy.close();
  }
}, 60_000);

test.each([
  ['57P01', 'connection-lost'],
  ['08006', 'connection-lost'],
  ['25P03', 'connection-lost'],
  ['25006', 'connection-lost'],
  ['ECONNREFUSED', 'connection-lost'],
  ['57014', 'time-limit'],
  ['55P03', 'time-limit'],
  ['23505', undefined],
  ['40001', undefined],
])('the code %s maps to the reason %s', (code, reason) => {
  expect(asUnavailable(Object.assign(new Error('x'), { code }))?.reason).toBe(reason);
});

test('errors of the driver about an ended connection are recognised without a code', () => {
  expect(asUnavailable(new Error('Connection terminated unexpectedly'))?.reason).toBe('connection-lost');
  expect(asUnavailable(new Error('something else'))).toBeUndefined();
});
