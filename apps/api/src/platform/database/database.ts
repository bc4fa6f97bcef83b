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

/** Grace period for the answer after PostgreSQL's own statement timeout. */
const answerGraceMs = 5000;

/** @param url URL of the application's login, which can't rewrite the ledger */
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
 * Runs a transaction. Retries it after a serialization failure, a deadlock or a stale plan, and if the connection was
 * lost before the transaction began.
 *
 * @throws DatabaseUnavailableError if PostgreSQL did not answer; if the commit got no answer, its outcome is unknown
 */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      // Attempts are sequential by design.
      return await db.transaction().execute((trx) => {
        hasBegun = true;
        return work(trx);
      });
    } catch (error) {
      if (attempt === 5 || !isRepeatable(error, hasBegun)) throw error;
    }
  }
}

/** Lifts the statement and lock timeouts for the rest of this transaction. For background jobs only. */
export async function liftTimeLimits(trx: Trx): Promise<void> {
  await sql.raw(liftStatementLimit).execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
}

/**
 * Whether a transaction certainly had no effect and can be retried. If the connection is lost later, the transaction
 * may have been committed.
 */
function isRepeatable(error: unknown, hasBegun: boolean): boolean {
  if (error instanceof DatabaseUnavailableError) return !hasBegun && error.reason === 'connection-lost';
  const code = errorCodeOf(error);
  return code === serializationFailure || code === deadlockDetected || isStalePlan(error);
}

/**
 * Whether PostgreSQL rejected a text that it can't store, i.e. with U+0000. Only a caller can have sent such a text.
 */
export function isUnstorable(error: unknown): boolean {
  return ['22021', '22P05'].includes(errorCodeOf(error) ?? '');
}
