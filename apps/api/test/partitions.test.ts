import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { audit } from '../src/platform/audit/audit.ts';
import type { Clock } from '@wusd/server-kit/clock';
import { type Db, openDatabase, transact } from '../src/platform/database/database.ts';
import { createTimePartitions } from '../src/platform/database/partitions.ts';
import { eventsAfter, eventsQuery } from '../src/platform/events/events.ts';
import { applicationUrl } from '../testing/databases.ts';
import { createDatabase } from '../testing/harness.ts';

let db: Db;
let owner: pg.Client;
let application: pg.Client;
beforeAll(async () => {
  const url = await createDatabase();
  db = openDatabase(applicationUrl(url));
  owner = new pg.Client({ connectionString: url });
  application = new pg.Client({ connectionString: applicationUrl(url) });
  await Promise.all([owner.connect(), application.connect()]);
});
afterAll(() => Promise.all([db.destroy(), owner.end(), application.end()]));

const clockAt = (instant: string): Clock => ({ now: () => new Date(instant) });

async function partitionsOf(parent: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
    [parent],
  );
  return rows.map(({ name }) => name);
}

const addEntry = (clock: Clock, act: string) =>
  transact(db, (trx) => audit(trx, clock, { customerId: 'usr_a', actor: 'system', act }));

/** The partition of each audit entry, by its act. */
async function placesOf(acts: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ act: string; place: string }>(
    'select act, tableoid::regclass::text as place from audit_log where act = any($1)',
    [acts],
  );
  return Object.fromEntries(rows.map(({ act, place }) => [act, place]));
}

test('the migrator creates the partitions of the current month and the next three', async () => {
  expect(await partitionsOf('event')).toHaveLength(5);
  expect(await partitionsOf('audit_log')).toHaveLength(5);
});

test('the server creates later partitions by its own clock, once for several concurrent nodes', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => createTimePartitions(db, clockAt('2041-11-30T23:59:59.999Z'))));
  expect(made.reduce((sum, each) => sum + each, 0)).toBe(8);
  const months = ['2041_11', '2041_12', '2042_01', '2042_02'];
  expect(await partitionsOf('event')).toEqual(expect.arrayContaining(months.map((month) => `event_${month}`)));
  expect(await createTimePartitions(db, clockAt('2041-11-01T00:00:00.000Z'))).toBe(0);
});

test('a row without a partition goes to the default one, and moves when its month is created', async () => {
  const month = { 'first of month': '2051-03-01T00:00:00.000Z', 'last of month': '2051-03-31T23:59:59.999Z' };
  const around = { before: '2051-02-28T23:59:59.999Z', after: '2051-07-01T00:00:00.000Z' };
  const all = { ...month, ...around };
  for (const [act, instant] of Object.entries(all)) await addEntry(clockAt(instant), act);
  const places = await placesOf(Object.keys(all));
  expect(new Set(Object.values(places))).toEqual(new Set(['audit_log_default']));

  await createTimePartitions(db, clockAt('2051-03-15T12:00:00.000Z'));
  expect(await placesOf(Object.keys(all))).toEqual({
    'first of month': 'audit_log_2051_03',
    'last of month': 'audit_log_2051_03',
    before: 'audit_log_default',
    after: 'audit_log_default',
  });
  await addEntry(clockAt('2051-04-01T00:00:00.000Z'), 'next month');
  expect(await placesOf(['next month'])).toEqual({ 'next month': 'audit_log_2051_04' });
});

describe('the application’s login', () => {
  test.each([
    'create table more (id int)',
    "create table more partition of event for values from ('2099-01-01') to ('2099-02-01')",
    'alter table event detach partition event_default',
    'drop table event_default',
    'insert into audit_log_default default values',
    'delete from audit_log_default',
  ])('creates and changes no table itself: %s', async (statement) => {
    await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test.each(['1999-12-31T23:59:59.999Z', '2200-01-01T00:00:00.000Z'])(
    'creates no partition for an implausible time: %s',
    async (instant) => {
      await expect(createTimePartitions(db, clockAt(instant))).rejects.toMatchObject({ code: '22023' });
    },
  );
});

test('a stream reads events only from the partitions since its position', async () => {
  const position = { customerId: 'usr_a', sessionId: 'ses_a', seq: 0n, since: new Date('2041-12-24T00:00:00.000Z') };
  await owner.query(`
    insert into event (customer_id, seq, type, payload, at)
    select 'usr_a', n, 'logout', '{}', at from (values
      (1, '2041-11-30T00:00:00Z'::timestamptz), (2, '2041-12-31T00:00:00Z'), (3, '2042-01-01T00:00:00Z')
    ) as given(n, at)`);
  expect((await eventsAfter(db, position)).map(({ seq }) => seq)).toEqual([2n, 3n]);
  const plan = JSON.stringify(await eventsQuery(db, position).explain('json'));
  const read = new Set(plan.match(/event_(?:\d{4}_\d{2}|default)(?=")/g));
  const all = await partitionsOf('event');
  expect(all).toContain('event_2041_11');
  expect(read).toEqual(new Set(all.filter((name) => name >= 'event_2041_12')));
});
