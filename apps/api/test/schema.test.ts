import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { generateDatabaseTypes, typesFile } from '../scripts/database-types.ts';
import { prepareDatabase } from '../src/composition/prepare-database.ts';
import { readSettings, type Settings } from '../src/composition/settings.ts';
import { ledgerFunctionFiles } from '../src/ledger/functions.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { IncompatibleSchemaError, migrate } from '../src/platform/database/migrator.ts';
import { applicationUrl, createTestDatabase } from '../testing/databases.ts';
import { createDatabase } from '../testing/harness.ts';
import pg from 'pg';

test('the table types match the schema: `pnpm --filter @wusd/api run database-types` writes them', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await generateDatabaseTypes(await createDatabase()));
});

test('every file of a ledger function is loaded', () => {
  const files = globSync('src/ledger/sql/*.sql', { cwd: join(import.meta.dirname, '..') });
  expect(ledgerFunctionFiles.map(({ pathname }) => basename(pathname)).toSorted()).toEqual(
    files.map((file) => basename(file)).toSorted(),
  );
});

async function query(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

test('nodes that start at once migrate one database, and load its functions again', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), { isEmpty: true });
  await Promise.all([1, 2, 3].map(() => migrate(url, ledgerFunctionFiles)));
  await query(
    url,
    `create or replace function balance_at(of_account text, at timestamptz) returns numeric language sql as 'select 0.0'`,
  );
  await Promise.all([1, 2, 3].map(() => migrate(url, ledgerFunctionFiles)));
  expect(
    await query(
      url,
      `select l.lanname from pg_proc p join pg_language l on l.oid = p.prolang where p.proname = 'balance_at'`,
    ),
  ).toEqual([{ lanname: 'plpgsql' }]);
});

test('a database that a newer release has migrated stays unchanged', async () => {
  const url = await createDatabase();
  await query(url, `insert into kysely_migration values ('9999_later', 'now')`, 'drop function balance_at');
  await migrate(url, ledgerFunctionFiles);
  expect(await query(url, `select from pg_proc where proname = 'balance_at'`)).toEqual([]);
});

describe('a database with a schema from before the first release', () => {
  const old = [
    'create table kysely_migration (name text, timestamp text)',
    `insert into kysely_migration values ('0001_first_journey', 'then'), ('0030_intent_leases', 'then')`,
    'grant select on kysely_migration to public',
  ];
  const settingsOf = (env: Record<string, string>, mode: Settings['mode']): Settings => ({
    ...readSettings(env),
    mode,
  });

  test('is refused with a sentence that names it and explains how to start again', async () => {
    const url = await createTestDatabase(inject('postgresUrl'), { isEmpty: true });
    await query(url, ...old);
    const name = new URL(url).pathname.slice(1);
    const sentence = `The database "${name}" was created by a version before the first release (last migration: 0030_intent_leases) and can't be upgraded: to start anew, use an empty database.`;
    const application = applicationUrl(url);
    for (const settings of [
      settingsOf({ DATABASE_URL: url }, 'test'),
      settingsOf({ DATABASE_URL: application }, 'production'),
      settingsOf({ DATABASE_URL: application, WUSD_MIGRATOR_DATABASE_URL: url }, 'production'),
    ])
      await expect(prepareDatabase(settings, '')).rejects.toThrow(sentence);
    expect(
      await query(url, `select count(*)::int from pg_class where relname in ('customer', 'kysely_migration_lock')`),
    ).toEqual([{ count: 0 }]);
  });

  test('is refused if the text of a migration differs', async () => {
    const url = await createDatabase();
    const settings = settingsOf({ DATABASE_URL: applicationUrl(url) }, 'production');
    for (const change of [`update migration_checksum set sha256 = 'another'`, 'drop table migration_checksum']) {
      await query(url, change);
      await expect(prepareDatabase(settings, '')).rejects.toThrow(
        `(last migration: 0001_initial) and can't be upgraded: to start anew, use an empty database.`,
      );
      await expect(migrate(url, ledgerFunctionFiles)).rejects.toThrow(IncompatibleSchemaError);
    }
  });

  test('is refused in the data folder, and the error asks to delete it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wusd-old-'));
    const embedded = await startEmbeddedPostgres(join(folder, 'postgres'));
    try {
      await query(embedded.url, ...old);
      await embedded.stop();
      await expect(prepareDatabase(settingsOf({}, 'test'), folder)).rejects.toThrow(
        `and can't be upgraded: to start anew, delete ${folder}`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
      rmSync(embedded.folder, { recursive: true, force: true });
    }
  });
});
