import type { EnvironmentReader } from '@wusd/server-kit/environment';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import type { SettingDefinitions } from '@wusd/server-kit/settings/definition';

/** Limits on the resources of one caller, statement or transaction. All times are milliseconds; 0 means no limit. */
export interface TimeLimits {
  /** Size of the connection pool. */
  poolSize: number;
  /** Time that a call waits for a free connection. */
  acquireMs: number;
  /** Run time of one statement. */
  statementMs: number;
  /** Time that one statement waits for a lock. */
  lockMs: number;
  /** Time that a transaction may stay open without sending a statement. */
  idleInTransactionMs: number;
  /** Time that `/readyz` waits for the pool. */
  readinessMs: number;
  /** Time in which a client must send its headers. */
  headersMs: number;
  /** Time in which a client must send a whole request. */
  requestMs: number;
  /** Time that a connection stays open after its last answer. */
  keepAliveMs: number;
  /**
   * Time that a connection with a request in progress may be inactive. Must be longer than the heartbeat of event
   * streams.
   */
  inactiveMs: number;
  /** Time that a stopping node continues to serve while `/readyz` returns 503. */
  unreadyMs: number;
  /** Time that a stopping node then waits for requests in progress. */
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
  unreadyMs: 0,
  drainMs: 8000,
};

/** Time after the last answer for jobs in progress (5 seconds) and for closing database connections. */
const closingMs = 7000;

/** Maximum time that a node takes to stop. A process manager must not kill it earlier. */
export const longestStopMs = ({ unreadyMs, drainMs }: Pick<TimeLimits, 'unreadyMs' | 'drainMs'>): number =>
  unreadyMs + drainMs + closingMs;

/** For background jobs and tests. */
export const noTimeLimits = {
  poolSize: 10,
  acquireMs: 0,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
} as const satisfies Partial<TimeLimits>;

const milliseconds = (description: string): { description: string } => ({ description: `milliseconds ${description}` });

/** The name of the setting for each limit. */
const settingOf = {
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
  unreadyMs: 'WUSD_HTTP_SHUTDOWN_DELAY',
  drainMs: 'WUSD_HTTP_DRAIN_TIMEOUT',
} as const satisfies Record<keyof TimeLimits, string>;
type TimeLimitSetting = (typeof settingOf)[keyof TimeLimits];

const descriptions: Record<keyof TimeLimits, { description: string }> = {
  poolSize: { description: 'connections of a node to PostgreSQL, besides one for LISTEN' },
  acquireMs: milliseconds('that a call waits for a free connection; then it is answered with 503 and `Retry-After`'),
  statementMs: milliseconds('that one statement runs'),
  lockMs: milliseconds('that one statement waits for a lock'),
  idleInTransactionMs: milliseconds('that a transaction may send nothing'),
  readinessMs: milliseconds('in which the pool must answer for `/readyz` to say 200'),
  headersMs: milliseconds('in which a client must have sent its headers; later it is answered with 408'),
  requestMs: milliseconds('in which a client must have sent its whole request; later it is answered with 408'),
  keepAliveMs: milliseconds('after which an idle connection is closed'),
  inactiveMs: milliseconds(
    'after which a connection with a request in hand is closed if nothing moves on it; more than 15000, the heartbeat of event streams',
  ),
  unreadyMs: milliseconds(
    'that a stopping node goes on serving while `/readyz` says 503, so that proxies send it nothing more; longer than they need to notice',
  ),
  drainMs: milliseconds('that a stopping node then waits for requests in progress'),
};

/** Definitions of the settings. 0 means no limit. */
export const timeLimitSettings: SettingDefinitions<TimeLimitSetting> = Object.assign(
  {},
  ...keysOf(settingOf).map((limit) => ({
    [settingOf[limit]]: { ...descriptions[limit], default: String(defaultTimeLimits[limit]) },
  })),
);

/** Reads the limits. Malformed values are added to the reader's problems. */
export function readTimeLimits({ optional, problems }: EnvironmentReader<TimeLimitSetting>): TimeLimits {
  const limits = { ...defaultTimeLimits };
  for (const name of keysOf(limits)) {
    const setting = settingOf[name];
    const text = optional(setting);
    if (text === undefined) continue;
    const least = name === 'poolSize' ? 2 : 0;
    if (/^\d{1,9}$/.test(text) && Number(text) >= least) limits[name] = Number(text);
    else problems.push(`${setting} is "${text}"; it must be a whole number of at least ${least}`);
  }
  return limits;
}
