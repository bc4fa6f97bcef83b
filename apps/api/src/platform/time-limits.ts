import { keysOf } from '@wusd/server-kit/registry/lookup';

/** Limits on what one caller, one statement or one transaction can occupy. All times are milliseconds; 0 is no limit. */
export interface TimeLimits {
  /** Connections of the pool. */
  poolSize: number;
  /** How long a call waits for a free connection. */
  acquireMs: number;
  /** How long one statement runs. */
  statementMs: number;
  /** How long one statement waits for a lock. */
  lockMs: number;
  /** How long a transaction may hold its locks without sending a statement. */
  idleInTransactionMs: number;
  /** How long `/readyz` waits for the pool. */
  readinessMs: number;
  /** How long a client may take to send its headers. */
  headersMs: number;
  /** How long a client may take to send a whole request. */
  requestMs: number;
  /** How long a connection stays open after its last answer. */
  keepAliveMs: number;
  /** How long nothing may be sent or received on a connection with a request in hand. Longer than the heartbeat of streams. */
  inactiveMs: number;
  /** How long a node that stops waits for requests in progress. */
  drainMs: number;
}

export const defaultTimeLimits: TimeLimits = {
  poolSize: 10,
  acquireMs: 5000,
  statementMs: 15_000,
  lockMs: 5000,
  idleInTransactionMs: 15_000,
  readinessMs: 2000,
  headersMs: 15_000,
  requestMs: 60_000,
  keepAliveMs: 72_000,
  inactiveMs: 120_000,
  drainMs: 8000,
};

/** For jobs and tests that nobody waits for. */
export const noTimeLimits = {
  poolSize: 10,
  acquireMs: 0,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
} as const satisfies Partial<TimeLimits>;

/** The environment variable of each limit. */
const timeLimitVariables: Record<keyof TimeLimits, string> = {
  poolSize: 'WUSD_DB_POOL_SIZE',
  acquireMs: 'WUSD_DB_ACQUIRE_TIMEOUT',
  statementMs: 'WUSD_DB_STATEMENT_TIMEOUT',
  lockMs: 'WUSD_DB_LOCK_TIMEOUT',
  idleInTransactionMs: 'WUSD_DB_IDLE_TRANSACTION_TIMEOUT',
  readinessMs: 'WUSD_READINESS_TIMEOUT',
  headersMs: 'WUSD_HTTP_HEADERS_TIMEOUT',
  requestMs: 'WUSD_HTTP_REQUEST_TIMEOUT',
  keepAliveMs: 'WUSD_HTTP_KEEP_ALIVE_TIMEOUT',
  inactiveMs: 'WUSD_HTTP_INACTIVITY_TIMEOUT',
  drainMs: 'WUSD_HTTP_DRAIN_TIMEOUT',
};

/** Reads the limits from the environment; what is malformed is added to `problems`. */
export function readTimeLimits(env: NodeJS.ProcessEnv, problems: string[]): TimeLimits {
  const limits = { ...defaultTimeLimits };
  for (const name of keysOf(limits)) {
    const variable = timeLimitVariables[name];
    const text = env[variable];
    if (text === undefined) continue;
    const least = name === 'poolSize' ? 2 : 0;
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) limits[name] = Number(text);
    else problems.push(`${variable} is "${text}"; it must be a whole number of at least ${least}`);
  }
  return limits;
}
