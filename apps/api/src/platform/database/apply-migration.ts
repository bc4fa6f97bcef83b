import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { type Kysely, sql } from 'kysely';

// A migration runs beside nodes that serve customers: docs/decisions/0080-online-migrations.md.

/** A statement that waits for a lock keeps all others that want the table waiting behind it: it gives up, and tries again. */
const lockTimeoutMs = 200;
const firstPauseMs = 50;
const longestPauseMs = 2000;
/** With pauses of up to two seconds, about ten minutes. */
const mostAttempts = 300;

const lockNotAvailable = '55P03';

/** A statement of an online migration. */
export interface OnlineStatement {
  text: string;
  /** Whether it is repeated until it changes no row. */
  isBatch: boolean;
}

/**
 * The statements of a migration whose first line is `-- online`, each of which is committed by itself; undefined for one that is a
 * transaction. A statement under the comment `-- batch` is repeated until it changes no row.
 */
export function readOnlineStatements(migration: string): OnlineStatement[] | undefined {
  const text = migration.replaceAll('\r\n', '\n');
  if (!text.startsWith('-- online')) return undefined;
  return text
    .split(/(?<=;)\n/)
    .map((each) => ({ text: each.replaceAll(/^--.*$/gm, '').trim(), isBatch: /^-- batch$/m.test(each) }))
    .filter((statement) => statement.text !== '');
}

export const checksumOf = (migration: string): string =>
  // Without carriage returns, which a checkout on Windows may add.
  createHash('sha256').update(migration.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Applies a migration and records its checksum. One that is a transaction is applied whole or not at all; an online one goes on, after an interruption,
 * with the statements that are left, each of which must change nothing where it was applied before.
 *
 * @param db of one connection, outside of a transaction
 */
export async function applyMigration(db: Kysely<unknown>, name: string, migration: string): Promise<void> {
  // The process may have ended between this commit and the note of the migrator.
  if (await isApplied(db, name)) return;
  const record = sql`insert into migration_checksum (migration, sha256) values (${name}, ${checksumOf(migration)})`;
  const online = readOnlineStatements(migration);
  if (online === undefined) {
    await withLocks(() =>
      db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
        await sql.raw(migration).execute(trx);
        await record.execute(trx);
      }),
    );
    return;
  }
  try {
    for (const statement of online) await applyOnline(db, statement);
    await record.execute(db);
  } finally {
    await sql`reset lock_timeout`.execute(db);
  }
}

async function isApplied(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('migration_checksum') is not null as found
  `.execute(db);
  if (rows[0]?.found !== true) return false;
  const applied = await sql`select from migration_checksum where migration = ${name}`.execute(db);
  return applied.rows.length > 0;
}

async function applyOnline(db: Kysely<unknown>, { text, isBatch }: OnlineStatement): Promise<void> {
  if (/^(?:create|drop) .*\bconcurrently\b/i.test(text)) {
    const created = /^create .*\bconcurrently if not exists (\w+)/i.exec(text)?.[1];
    if (created !== undefined) await dropInvalidIndex(db, created);
    // It takes no lock that others wait for, and has itself to wait for transactions that began before it.
    await sql`set lock_timeout = 0`.execute(db);
    await sql.raw(text).execute(db);
    return;
  }
  await sql`set lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
  for (;;) {
    const { numAffectedRows: changed = 0n } = await withLocks(() => sql.raw(text).execute(db));
    if (!isBatch || changed === 0n) return;
  }
}

/** Left behind by an index that was being built when the process ended: it is kept up to date, and of no use. */
async function dropInvalidIndex(db: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql`
    select from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = ${name} and not i.indisvalid
  `.execute(db);
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
}

async function withLocks<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt();
    } catch (error) {
      if (errorCodeOf(error) !== lockNotAvailable || attempts === mostAttempts) throw error;
      await setTimeout(Math.min(firstPauseMs * attempts, longestPauseMs));
    }
}
