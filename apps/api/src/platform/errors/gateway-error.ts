import {
  chainOf,
  HttpStatusError,
  LoggableError,
  ownFieldsOf,
  type SafeFields,
} from '@wusd/server-kit/errors/loggable-error';

/** One call to an external service. */
export interface GatewayCall {
  /** Name of the gateway, e.g. `email`, `bank:dbs` or `chain:polygon`. */
  gateway: string;
  operation: string;
  networkId?: number;
}

export type GatewayFailure =
  /** No answer before the deadline. */
  | 'timeout'
  /** No connection, or the connection broke. */
  | 'unreachable'
  /** The gateway rejected the request. Another call may succeed. */
  | 'refused'
  /** The answer shows that the gateway itself fails. */
  | 'failing'
  /** Not called, because the circuit is open. */
  | 'circuit-open'
  /** Aborted, because this process stops. */
  | 'stopped'
  | 'other';

/**
 * Reason for a failed call. The message is ours; the gateway's error is only the cause, whose message is never logged.
 */
export class GatewayError extends LoggableError {
  override readonly name = 'GatewayError';
  readonly gateway: string;
  readonly reason: GatewayFailure;
  readonly fields: SafeFields;

  constructor({ gateway, operation, networkId }: GatewayCall, reason: GatewayFailure, cause?: unknown) {
    super(`${gateway} ${operation}: ${reason}`, { cause });
    this.gateway = gateway;
    this.reason = reason;
    const code = cause === undefined ? undefined : codeOf(cause);
    this.fields = {
      gateway,
      operation,
      reason,
      ...(networkId !== undefined && { networkId }),
      ...(code !== undefined && { state: code }),
    };
  }

  /** Whether the call was not made, so that it does not count as an attempt. */
  get isNotTried(): boolean {
    return this.reason === 'circuit-open' || this.reason === 'stopped';
  }

  /** Whether the failure affects the gateway as a whole. */
  get isOutage(): boolean {
    return this.reason === 'timeout' || this.reason === 'unreachable' || this.reason === 'failing';
  }
}

const unreachable =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|CONNECTION|SOCKET|DNS|TLS)|UND_ERR_(SOCKET|CLOSED|CONNECT_TIMEOUT))$/;
const timedOut = /^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/;

const codeOf = (error: unknown): string | undefined =>
  chainOf(error)
    .map((each) => ('code' in each && typeof each.code === 'string' ? each.code : ''))
    .find((code) => unreachable.test(code) || timedOut.test(code));

/** Classifies the error of an adapter. */
export function classifyFailure(error: unknown): GatewayFailure {
  const code = codeOf(error) ?? '';
  if (unreachable.test(code)) return 'unreachable';
  const chain = chainOf(error);
  if (timedOut.test(code) || chain.some(({ name }) => name === 'TimeoutError' || name === 'AbortError'))
    return 'timeout';
  const status = chain.map(statusOf).find((each) => each !== undefined);
  if (status !== undefined) return isOutageStatus(status) ? 'failing' : 'refused';
  return 'other';
}

function statusOf(error: Error): number | undefined {
  if (error instanceof HttpStatusError) return error.status;
  const of = ownFieldsOf(error);
  // `responseCode` is from SMTP: 4xx and 5xx after RCPT concern one recipient.
  if (typeof of['responseCode'] === 'number') return of['responseCode'] === 421 ? 503 : 422;
  return typeof of['status'] === 'number' ? of['status'] : undefined;
}

/** Includes errors of our credentials and of rate limits, because they affect every call. */
const isOutageStatus = (status: number): boolean =>
  status >= 500 || status === 401 || status === 403 || status === 408 || status === 429;

/**
 * Whether work failed because a call was not made: the circuit was open, or the process stops. This does not count as
 * an attempt.
 */
export const isNotTried = (error: unknown): boolean =>
  chainOf(error).some((each) => each instanceof GatewayError && each.isNotTried);
