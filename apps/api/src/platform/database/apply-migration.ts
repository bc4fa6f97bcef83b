import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { type Kysely, sql, type Transaction } from 'kysely';

// A migration runs beside nodes that serve customers: docs/decisions/0080-online-migrations.md.

/** A statement that waits for a lock keeps later ones waiting behind it: it gives up, and tries again. */
const lockTimeoutMs = 200;
const firstPauseMs = 50;
const longestPauseMs = 2000;
/** With pauses of up to two seconds, about ten minutes. */
const mostAttempts = 300;

/** Lock not available, and deadlock detected. */
const lockErrors = new Set(['55P03', '40P01']);

/** The index that a statement creates concurrently. */
const createdIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\b/i;

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
    await transactOnline(db, async (trx) => {
      await sql.raw(migration).execute(trx);
      await record.execute(trx);
    });
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
  if (/^(?:create|drop)\s.*\bconcurrently\b/is.test(text)) return applyConcurrently(db, text);
  await sql`set lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db);
  for (;;) {
    const { numAffectedRows: changed } = await withLocks(() => sql.raw(text).execute(db));
    if (!isBatch || changed === 0n) return;
    if (changed === undefined) throw new Error(`A batch is one statement that changes rows: ${text}`);
  }
}

/** An index that is created or dropped while others write. It takes no lock that others wait for, and waits itself for transactions that began before. */
async function applyConcurrently(db: Kysely<unknown>, text: string): Promise<void> {
  await sql`set lock_timeout = 0`.execute(db);
  const [, created] = createdIndex.exec(text) ?? [];
  if (created === undefined && /^create\b/i.test(text))
    throw new Error(`Write create index concurrently if not exists <name> on …: ${text}`);
  // What is left of a build that was interrupted is kept up to date and serves no query.
  if (created !== undefined && !(await isIndexValid(db, created)))
    await sql`drop index concurrently if exists ${sql.id(created)}`.execute(db);
  await sql.raw(text).execute(db);
}

/** Whether no index of that name is invalid. */
async function isIndexValid(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid
  `.execute(db);
  return rows.length === 0;
}

/** A transaction that waits for each lock for a moment, and is repeated where it did not get one. */
export function transactOnline<Result>(
  db: Kysely<unknown>,
  work: (trx: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  return withLocks(() =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
      return work(trx);
    }),
  );
}

async function withLocks<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt();
    } catch (error) {
      if (!lockErrors.has(errorCodeOf(error) ?? '') || attempts === mostAttempts) throw error;
      await setTimeout(Math.min(firstPauseMs * attempts, longestPauseMs));
    }
}
