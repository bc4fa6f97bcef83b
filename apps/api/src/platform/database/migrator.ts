import { readFileSync } from 'node:fs';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createClient, createPool } from './connections.ts';
import { advisoryLocks } from './advisory-locks.ts';

/** A released migration is never changed. docs/decisions/0044-one-initial-schema.md says how to add one. */
const migrations = {
  '0001_initial': sqlMigration('0001_initial.sql'),
};
const initial: keyof typeof migrations = '0001_initial';

/** The database has a schema that no migration leads on from. */
export class IncompatibleSchemaError extends Error {
  override readonly name = 'IncompatibleSchemaError';

  constructor(database: string, applied: readonly string[]) {
    super(
      `The database "${database}" was created by a version before the first release (last migration: ${applied.at(-1)}) and can't be upgraded`,
    );
  }
}

/**
 * Brings the schema up to date. Any number of nodes may call it at once: an advisory lock lets one of them through at a time.
 * A database that a newer release has migrated stays as it is.
 *
 * @param url of the migrator: a role that may create tables and roles
 * @param functions SQL files that create or replace functions, in the order of their dependencies. All of them run after the
 * migrations, each time.
 * @throws IncompatibleSchemaError
 */
export async function migrate(url: string, functions: readonly URL[]): Promise<void> {
  const applied = await readApplied(url);
  if (applied.some((name) => !(name in migrations))) return;
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool({ connectionString: url, max: 1 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await replaceFunctions(db, functions);
  } finally {
    await db.destroy();
  }
}

/**
 * Migrations that were not applied to the database yet.
 *
 * @param url of any login
 * @throws IncompatibleSchemaError
 */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const applied = await readApplied(url);
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

async function readApplied(url: string): Promise<string[]> {
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
    if (rows[0] && !applied.includes(initial)) throw new IncompatibleSchemaError(rows[0].database, applied);
    return applied;
  } finally {
    await client.end();
  }
}

async function replaceFunctions(db: Kysely<unknown>, files: readonly URL[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two transactions that replace the same function at once fail with "tuple concurrently updated".
    await sql`select pg_advisory_xact_lock(${advisoryLocks.databaseFunctions})`.execute(trx);
    for (const file of files) await sql.raw(readFileSync(file, 'utf8')).execute(trx);
  });
}

const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

function sqlMigration(file: string): Migration {
  const url = new URL(`./migrations/${file}`, import.meta.url);
  return { up: async (db) => void (await sql.raw(readFileSync(url, 'utf8')).execute(db)) };
}
