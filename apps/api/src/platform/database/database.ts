import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Logger } from '@wusd/server-kit/logging';
import { noTimeLimits, type TimeLimits } from '../time-limits.ts';
import { createPool } from '@wusd/server-kit/connections';
import { isStalePlan, liftStatementLimit, preparedStatements } from './prepared-statements.ts';
import type { Database } from './types.ts';
import { DatabaseUnavailableError } from './unavailable.ts';
import { observePool, observeStatements } from './telemetry.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/** How much later than PostgreSQL ends a statement its answer must be here. */
const answerGraceMs = 5000;

/** @param url of the application's own login, which can't rewrite the ledger */
export function openDatabase(
  url: string,
  size?: number,
  { log, limits = noTimeLimits }: { log?: Logger; limits?: Pick<TimeLimits, keyof typeof noTimeLimits> } = {},
): Db {
  const pool = createPool(
    {
      connectionString: url,
      max: size ?? limits.poolSize,
      connectionTimeoutMillis: limits.acquireMs,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      application_name: 'wusd-api',
    },
    log,
  );
  observePool(pool);
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: preparedStatements(pool, limits.statementMs && limits.statementMs + answerGraceMs),
    }),
    log: observeStatements(),
  });
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';

/**
 * One transaction, run again where PostgreSQL asks for it, or where the connection was lost before anything was sent to it.
 *
 * @throws DatabaseUnavailableError where PostgreSQL gave no answer; if that was to the commit, its outcome is unknown
 */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      // Attempts follow one another by design.
      return await db.transaction().execute((trx) => {
        hasBegun = true;
        return work(trx);
      });
    } catch (error) {
      if (attempt === 5 || !isRepeatable(error, hasBegun)) throw error;
    }
  }
}

/** Lifts the limits on statements and locks for the rest of this transaction: for jobs that nobody waits for. */
export async function liftTimeLimits(trx: Trx): Promise<void> {
  await sql.raw(liftStatementLimit).execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
}

/** Whether a transaction certainly had no effect and can be run again. A connection that is lost later may have committed. */
function isRepeatable(error: unknown, hasBegun: boolean): boolean {
  if (error instanceof DatabaseUnavailableError) return !hasBegun && error.reason === 'connection-lost';
  const code = errorCodeOf(error);
  return code === serializationFailure || code === deadlockDetected || isStalePlan(error);
}

/** Whether a text was refused that PostgreSQL can't hold, which has U+0000 in it: only a caller can have brought it. */
export function isUnstorable(error: unknown): boolean {
  return ['22021', '22P05'].includes(errorCodeOf(error) ?? '');
}
