import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ledgerFunctionFiles } from '../src/ledger/functions.ts';
import { migrate } from '../src/platform/database/migrator.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { findExcessPrivileges } from '../src/platform/database/logins.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { prepareDatabase } from '../src/composition/prepare-database.ts';
import { readSettings, type Settings } from '../src/composition/settings.ts';
import { applicationUrl, createTestDatabase, databaseEnvironment } from '../testing/databases.ts';
import { runOperator, startServerProcess } from '../testing/process.ts';
import { createDatabase, signIn, startNode } from '../testing/harness.ts';
import pg from 'pg';

// PostgreSQL enforces what the server must never do: the server's role lacks the privilege.

const permissionDenied = '42501';

let ownerUrl: string;
let clients: pg.Client[] = [];
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

beforeAll(async () => {
  ownerUrl = await createDatabase();
  // Every table that customer activity fills has rows.
  await using node = await startNode(ownerUrl);
  await signIn(node);
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

/** The SQLSTATE of the refused statement, or the statement itself if it succeeded. */
const outcomeOf = (client: pg.Client, statement: string): Promise<string> =>
  client.query(statement).then(
    () => `${statement} was done`,
    (error: { code: string }) => error.code,
  );

describe('the application’s login (control 27)', () => {
  let application: pg.Client;
  beforeAll(async () => {
    application = await connect(applicationUrl(ownerUrl));
  });

  test.each(['posting', 'transfer', 'state_log', 'audit_log', 'chain_block', 'chain_member', 'hold', 'hold_event'])(
    'can’t update, delete or truncate rows of %s',
    async (table) => {
      const { rows } = await application.query<{ attname: string }>(
        `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = ''`,
        [table],
      );
      expect(await outcomeOf(application, `select from ${table}`)).toContain('was done');
      for (const { attname } of rows)
        expect(await outcomeOf(application, `update ${table} set ${attname} = ${attname}`)).toBe(permissionDenied);
      expect(await outcomeOf(application, `delete from ${table}`)).toBe(permissionDenied);
      expect(await outcomeOf(application, `truncate ${table} cascade`)).toBe(permissionDenied);
    },
  );

  test('can’t write postings or migrations itself', async () => {
    for (const table of ['posting', 'transfer', 'kysely_migration', 'kysely_migration_lock'])
      expect(await outcomeOf(application, `insert into ${table} default values`)).toBe(permissionDenied);
  });

  test.each([
    'create table of_ours (id int)',
    'create temporary table of_ours (id int)',
    'create schema of_ours',
    'create role of_ours',
    'create function of_ours() returns int language sql as $$ select 1 $$',
    'set session authorization postgres',
  ])('can’t %s', async (statement) => {
    expect(await outcomeOf(application, statement)).toBe(permissionDenied);
  });

  test.each([
    'alter table posting add column note text',
    'drop table posting',
    'alter table posting disable trigger all',
  ])('does not own the tables: can’t %s', async (statement) => {
    expect(await outcomeOf(application, statement)).toBe(permissionDenied);
  });

  test('can’t set its role to one with more privileges', async () => {
    const version = await application.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    );
    // On PostgreSQL 15 every member may set the role, which has the same privileges.
    const allowed = (version.rows[0]?.number ?? 0) < 160_000 ? ['wusd_app'] : [];
    const { rows } = await application.query<{ rolname: string }>(
      'select rolname from pg_roles where rolname <> current_user',
    );
    expect(rows.map(({ rolname }) => rolname)).toEqual(expect.arrayContaining(['postgres', 'wusd_app', 'wusd_read']));
    for (const { rolname } of rows.filter((role) => !allowed.includes(role.rolname)))
      expect(await outcomeOf(application, `set role "${rolname}"`), rolname).toBe(permissionDenied);
    expect(await findExcessPrivileges(applicationUrl(ownerUrl))).toEqual([]);
  });

  test('is the role of every connection of a node, LISTEN included', async () => {
    await using node = await startNode(ownerUrl);
    await signIn(node);
    const owner = await connect(ownerUrl);
    const { rows } = await owner.query(
      `select distinct usename from pg_stat_activity where datname = current_database() and application_name like 'wusd-api%'`,
    );
    expect(rows).toEqual([{ usename: 'wusd_api' }]);
  });
});

describe('the read-only login', () => {
  let reader: pg.Client;
  beforeAll(async () => {
    reader = await connect(databaseEnvironment(ownerUrl)['WUSD_READONLY_DATABASE_URL'] ?? '');
  });

  test('reads every table and writes none', async () => {
    const { rows: tables } = await reader.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables) {
      expect(await outcomeOf(reader, `select from "${name}" limit 1`)).toContain('was done');
      expect(await outcomeOf(reader, `insert into "${name}" default values`), name).toBe(permissionDenied);
      expect(await outcomeOf(reader, `delete from "${name}"`), name).toBe(permissionDenied);
      expect(await outcomeOf(reader, `truncate "${name}" cascade`), name).toBe(permissionDenied);
    }
  });

  test('can’t call functions with the owner’s rights or set its role', async () => {
    const { rows } = await reader.query(
      `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace and has_function_privilege(oid, 'execute')`,
    );
    expect(rows).toEqual([]);
    expect(await findExcessPrivileges(databaseEnvironment(ownerUrl)['WUSD_READONLY_DATABASE_URL'] ?? '')).toEqual([]);
  });

  test('is enough to reconcile the ledger', async () => {
    await using node = await startNode(ownerUrl);
    // Operations that were in flight when the first node closed have finished.
    await expect.poll(() => reconcile(node.server.services), { timeout: 20_000 }).toEqual([]);
    const { code, out } = await runOperator({ databaseUrl: ownerUrl }, 'reconcile');
    expect(code, out).toBe(0);
  });
});

const settingsOf = (env: Record<string, string>): Settings => ({
  ...readSettings(env),
  mode: env['WUSD_MODE'] === 'production' ? 'production' : 'test',
});
const inProduction = (settings: Settings): Settings => ({ ...settings, mode: 'production' });

describe('a server in production', () => {
  test('refuses to log in as a superuser or the owner, and names the setting (control 28)', async () => {
    const single = inProduction(settingsOf({ DATABASE_URL: ownerUrl }));
    await expect(prepareDatabase(single, '')).rejects.toThrow(/role of DATABASE_URL is a superuser/);
    const both = settingsOf({ DATABASE_URL: ownerUrl, WUSD_MIGRATOR_DATABASE_URL: ownerUrl });
    await expect(prepareDatabase(both, '')).rejects.toThrow(/role of DATABASE_URL is a superuser/);
  });

  test('starts without the owner’s URL when the schema is current, and otherwise names the missing setting', async () => {
    const current = inProduction(settingsOf({ DATABASE_URL: applicationUrl(ownerUrl) }));
    await expect(prepareDatabase(current, '')).resolves.toMatchObject({ applicationUrl: applicationUrl(ownerUrl) });
    const empty = await createTestDatabase(inject('postgresUrl'), { isEmpty: true });
    const behind = inProduction(settingsOf({ DATABASE_URL: applicationUrl(empty) }));
    await expect(prepareDatabase(behind, '')).rejects.toThrow(/0001_initial.*operator -- migrate/);
    expect(await runOperator({ databaseUrl: empty }, 'migrate')).toEqual({
      code: 0,
      out: 'The database is up to date.',
    });
    await expect(prepareDatabase(behind, '')).resolves.toBeDefined();
  });
});

test('an owner without superuser rights can migrate, create the logins and serve through them', async () => {
  const admin = await connect(ownerUrl);
  const name = `wusd_own_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create role ${name} login createrole password 'p'`);
  try {
    await admin.query(`create database ${name} owner ${name}`);
    const url = new URL(ownerUrl);
    url.pathname = `/${name}`;
    await admin.query(`grant wusd_app, wusd_read to ${name} with admin option`);
    const own = new URL(url);
    own.username = name;
    own.password = 'p';
    await migrate(own.toString(), ledgerFunctionFiles);
    const env = { DATABASE_URL: applicationUrl(url.toString()), WUSD_MIGRATOR_DATABASE_URL: own.toString() };
    const prepared = await prepareDatabase(settingsOf(env), '');
    const client = new pg.Client({ connectionString: prepared.applicationUrl });
    await client.connect();
    expect((await client.query('select code from asset')).rowCount).toBeGreaterThan(5);
    expect(await outcomeOf(client, 'delete from posting')).toBe(permissionDenied);
    await client.end();
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop owned by ${name}`);
    await admin.query(`drop role ${name}`);
  }
});

test('the embedded database has its three logins from the first start, even if two nodes start it at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wusd-pg-'));
  // Where the tests run as root, PostgreSQL runs under another account, which needs access.
  chmodSync(folder, 0o755);
  const first = await startEmbeddedPostgres(join(folder, 'postgres'));
  try {
    const settings = readSettings({});
    const prepared = await Promise.all([prepareDatabase(settings, folder), prepareDatabase(settings, folder)]);
    expect(prepared[1].applicationUrl).toBe(prepared[0].applicationUrl);
    const { applicationUrl: application, readOnlyUrl: readOnly = '' } = prepared[0];
    expect(new URL(application).username).toBe('wusd_api');
    expect(await findExcessPrivileges(application)).toEqual([]);
    expect(await findExcessPrivileges(readOnly)).toEqual([]);
  } finally {
    await first.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a server process with three logins serves requests', async () => {
  const server = await startServerProcess({ databaseUrl: await createDatabase() });
  try {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
