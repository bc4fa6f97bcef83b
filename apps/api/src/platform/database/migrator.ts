import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { createClient, createPool } from '@wusd/server-kit/connections';
import { setTimeout } from 'node:timers/promises';
import { advisoryLocks } from './advisory-locks.ts';
import { applyMigration, checksumOf, transactOnline } from './apply-migration.ts';

/** Released migrations must never change. To add one, see docs/decisions/0044-one-initial-schema.md. */
export const releasedMigrations = readMigrations(new URL('./migrations/', import.meta.url));
const initial = '0001_initial';

/** The database has a schema that cannot be migrated, or a migration with a different text created it. */
export class IncompatibleSchemaError extends Error {
  override readonly name = 'IncompatibleSchemaError';

  constructor(database: string, applied: readonly string[]) {
    super(
      `The database "${database}" was created by a version before the first release (last migration: ${applied.at(-1)}) and can't be upgraded`,
    );
  }
}

/**
 * Applies pending migrations while nodes serve customers. Any number of nodes may call it concurrently; they take
 * turns. A database that a newer release has migrated remains unchanged.
 *
 * @param url URL of the migrator, a role that may create tables and roles
 * @param functions SQL files that create or replace functions, in the order of their dependencies. They run after the
 * migrations at every call.
 * @param migrations texts by name, in order @default the migrations of this release
 * @throws IncompatibleSchemaError
 */
export async function migrate(
  url: string,
  functions: readonly URL[],
  migrations: Migrations = releasedMigrations,
): Promise<void> {
  const applied = await readApplied(url, migrations);
  if (applied.some((name) => !(name in migrations))) return;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ connectionString: url, max: 1 }) }),
  });
  try {
    // Reading the catalogue takes longer than the rest of a start, so a current schema skips it.
    if (applied.length < Object.keys(migrations).length) {
      await takeTurn(db);
      // A node of a newer release may have migrated the database while this node waited.
      if ((await readApplied(url, migrations)).some((name) => !(name in migrations))) return;
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => toSteps(migrations) },
        // `applyMigration` opens a transaction itself, if the migration needs one.
        disableTransactions: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    }
    await replaceFunctions(db, [partitionFunction, ...functions]);
    await transactOnline(db, (trx) => sql`select create_time_partitions(now())`.execute(trx));
  } finally {
    await db.destroy();
  }
}

/**
 * Returns the migrations that are not yet applied to the database.
 *
 * @param url URL of any login
 * @throws IncompatibleSchemaError
 */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const applied = await readApplied(url, releasedMigrations);
  return Object.keys(releasedMigrations).filter((name) => !applied.includes(name));
}

/**
 * Waits until no other node migrates. The lock ends with the connection. The lock is polled: a statement that waits
 * for it would block the other node's `create index concurrently`, which waits for every earlier statement.
 */
async function takeTurn(db: Kysely<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${advisoryLocks.migrations}) as taken
    `.execute(db);
    if (rows[0]?.taken === true) return;
    await setTimeout(turnPollMs);
  }
}

async function readApplied(url: string, migrations: Migrations): Promise<string[]> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client
      .query<{ name: string; database: string }>(
        'select name, current_database() as database from kysely_migration order by name',
      )
      .catch((error: { code?: string }) => {
        if (error.code === undefinedTable || error.code === insufficientPrivilege) return { rows: [] };
        throw error;
      });
    const applied = rows.map(({ name }) => name);
    if (rows[0] && !(await isMadeByOurTexts(client, applied, migrations)))
      throw new IncompatibleSchemaError(rows[0].database, applied);
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Whether the applied migrations have the same text as ours. A database from before the first release lacks the
 * initial migration or has another text of it.
 */
async function isMadeByOurTexts(
  client: pg.Client,
  applied: readonly string[],
  migrations: Migrations,
): Promise<boolean> {
  if (!applied.includes(initial)) return false;
  const { rows } = await client
    .query<{ migration: string; sha256: string }>('select migration, sha256 from migration_checksum')
    .catch((error: { code?: string }) => {
      if (error.code === undefinedTable) return { rows: [] };
      throw error;
    });
  const checksums = new Map(rows.map(({ migration, sha256 }) => [migration, sha256]));
  return Object.entries(migrations).every(
    ([name, text]) => !applied.includes(name) || checksums.get(name) === checksumOf(text),
  );
}

async function replaceFunctions(db: Kysely<unknown>, files: readonly URL[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two transactions that replace the same function concurrently fail with "tuple concurrently updated".
    await sql`select pg_advisory_xact_lock(${advisoryLocks.databaseFunctions})`.execute(trx);
    for (const file of files) await sql.raw(readFileSync(file, 'utf8')).execute(trx);
  });
}

const partitionFunction = new URL('./create_time_partitions.sql', import.meta.url);

const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

const turnPollMs = 200;

/** Migration texts by name, in order. */
export type Migrations = Readonly<Record<string, string>>;

/** @param folder folder with SQL files */
function readMigrations(folder: URL): Migrations {
  return Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((file) => [basename(file, '.sql'), readFileSync(new URL(file, folder), 'utf8')]),
  );
}

const toSteps = (migrations: Migrations): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, text]) => [name, { up: (db) => applyMigration(db, name, text) }]),
  );
