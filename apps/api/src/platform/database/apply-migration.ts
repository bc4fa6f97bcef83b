import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { type Kysely, sql, type Transaction } from 'kysely';

// Migrations run while nodes serve customers: docs/decisions/0080-online-migrations.md.

/** A statement that waits for a lock blocks the statements behind it, so it gives up after this time and retries. */
const lockTimeoutMs = 200;
const firstPauseMs = 50;
const longestPauseMs = 2000;
/** About ten minutes, with pauses of up to two seconds. */
const mostAttempts = 300;

/** lock_not_available and deadlock_detected. */
const lockErrors = new Set(['55P03', '40P01']);

/** The index that a statement creates concurrently. */
const createdIndex = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s+on\b/i;

/** A statement of an online migration. */
export interface OnlineStatement {
  text: string;
  /** Whether the statement is repeated until it changes no row. */
  isBatch: boolean;
}

/**
 * Returns the statements of a migration whose first line is `-- online`; each of them is committed separately. Returns
 * undefined for a migration that is one transaction. A statement below the comment `-- batch` is repeated until it
 * changes no row.
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
  // Carriage returns are removed, because a checkout on Windows may add them.
  createHash('sha256').update(migration.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Applies a migration and records its checksum. A transactional migration is applied completely or not at all. After
 * an interruption an online migration starts again, so each of its statements must have no effect if it was already
 * applied.
 *
 * @param db a single connection, outside of a transaction
 */
export async function applyMigration(db: Kysely<unknown>, name: string, migration: string): Promise<void> {
  // The process may have ended after this commit and before the migrator recorded the migration.
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

/**
 * Creates or drops an index while others write. It takes no lock that blocks others, but waits for transactions that
 * began earlier.
 */
async function applyConcurrently(db: Kysely<unknown>, text: string): Promise<void> {
  await sql`set lock_timeout = 0`.execute(db);
  const [, created] = createdIndex.exec(text) ?? [];
  if (created === undefined && /^create\b/i.test(text))
    throw new Error(`Write create index concurrently if not exists <name> on …: ${text}`);
  // An interrupted build leaves an invalid index, which slows writes and serves no query.
  if (created !== undefined && !(await isIndexValid(db, created)))
    await sql`drop index concurrently if exists ${sql.id(created)}`.execute(db);
  await sql.raw(text).execute(db);
}

/** Whether there is no invalid index with this name. */
async function isIndexValid(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid
  `.execute(db);
  return rows.length === 0;
}

/** Runs a transaction with a short lock timeout, and retries it when a lock is not available. */
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
