import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';

/**
 * Reason for the missing answer: the connection was lost, a time limit was exceeded, or no connection was free in
 * time.
 */
export type UnavailableReason = 'connection-lost' | 'time-limit' | 'no-connection';

/**
 * PostgreSQL did not answer. The caller can repeat the call: the transaction was rolled back, or the outcome of its
 * commit is unknown and its id decides.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly reason: UnavailableReason;
  /** SQLSTATE or the system error code, if there is one. */
  readonly code: string | undefined;

  constructor(reason: UnavailableReason, cause: unknown) {
    super(`The database is unavailable: ${reason}`, { cause });
    this.reason = reason;
    this.code = errorCodeOf(cause);
  }
}

/** query_canceled (statement_timeout) and lock_not_available (lock_timeout). The connection stays usable. */
const timeLimitStates = new Set(['57014', '55P03']);
/**
 * admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_in_transaction_session_timeout and its
 * siblings; and read_only_sql_transaction, from a server that is no longer the primary: a new connection reaches its
 * successor.
 */
const lostStates = new Set(['25006', '57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04']);
const lostSocketCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** The driver's errors for an ended connection have no code. */
const lostMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

/** Returns the typed error of a failed query, or undefined if PostgreSQL answered and rejected the statement. */
export function asUnavailable(error: unknown): DatabaseUnavailableError | undefined {
  if (error instanceof DatabaseUnavailableError) return error;
  const code = errorCodeOf(error) ?? '';
  if (timeLimitStates.has(code)) return new DatabaseUnavailableError('time-limit', error);
  const isLost =
    code.startsWith('08') ||
    lostStates.has(code) ||
    lostSocketCodes.has(code) ||
    (code === '' && error instanceof Error && lostMessages.test(error.message));
  return isLost ? new DatabaseUnavailableError('connection-lost', error) : undefined;
}
