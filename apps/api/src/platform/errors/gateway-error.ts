import {
  chainOf,
  HttpStatusError,
  LoggableError,
  ownFieldsOf,
  type SafeFields,
} from '@wusd/server-kit/errors/loggable-error';

/** One call to an outside party. */
export interface GatewayCall {
  /** Name of the gateway, e.g. `email`, `bank:dbs` or `chain:polygon`. */
  gateway: string;
  operation: string;
  networkId?: number;
}

export type GatewayFailure =
  /** No answer before the deadline. */
  | 'timeout'
  /** No connection, or one that broke. */
  | 'unreachable'
  /** An answer that says no: another call may well succeed. */
  | 'refused'
  /** An answer that says that the gateway itself fails. */
  | 'failing'
  /** Not asked, because the circuit is open. */
  | 'circuit-open'
  /** Given up, because this process stops. */
  | 'stopped'
  | 'other';

/** Why a call failed, in words of ours: the answer itself is only its cause, whose message is not logged. */
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

  /** Whether the call never took place, so that it is no attempt. */
  get isNotTried(): boolean {
    return this.reason === 'circuit-open' || this.reason === 'stopped';
  }

  /** Whether the failure tells of the gateway as a whole. */
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
  // `responseCode` is SMTP's: 4xx and 5xx after RCPT are about one recipient.
  if (typeof of['responseCode'] === 'number') return of['responseCode'] === 421 ? 503 : 422;
  return typeof of['status'] === 'number' ? of['status'] : undefined;
}

/** Also what is wrong with our credentials or our rate: no other call fares better. */
const isOutageStatus = (status: number): boolean =>
  status >= 500 || status === 401 || status === 403 || status === 408 || status === 429;

/** Whether work failed because a call never took place: the circuit was open, or the process stops. That is no attempt. */
export const isNotTried = (error: unknown): boolean =>
  chainOf(error).some((each) => each instanceof GatewayError && each.isNotTried);
