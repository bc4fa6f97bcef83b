import type { errorDetails, ErrorName, errors } from './domain/index.js';
import type { components } from './generated/schema.js';
import type { OperationErrors } from './generated/operations.js';

/** What is known about a refusal beyond its code; every property is optional until the error is narrowed. */
export type ErrorDetails = components['schemas']['ErrorResult'];

/** Method and path template of a call, e.g. `POST /otc/submit-otc`. */
export type Operation = keyof OperationErrors;

/** Base of everything this package throws. Never holds a header, a body, a token or a query. */
export abstract class WalletError<Op extends string = string> extends Error {
  /** HTTP method and path template of the call, e.g. `POST /user/login`. */
  readonly operation: Op;

  constructor(operation: Op, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }
}

/**
 * The server refused a call, in its envelope. `message` is the sentence for the customer, in the language asked for.
 *
 * @example
 * if (error instanceof ApiError && error.is('CODE_INCORRECT')) show(error.details.remainingTries);
 */
export class ApiError<Op extends string = string> extends WalletError<Op> {
  override readonly name = 'ApiError';
  /** Five digits, an entry of the catalogue in `/domain`. */
  readonly errCode: string;
  /** The catalogue's name, e.g. `CODE_INCORRECT`. */
  readonly errorName: string | undefined;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(operation: Op, status: number, errCode: string, errMsg: string, details: ErrorDetails) {
    super(operation, errMsg);
    this.status = status;
    this.errCode = errCode;
    this.errorName = details.errorName;
    this.details = details;
  }

  /** Whether it is one of the errors named; then its code and its details have their types. */
  is<Name extends ErrorName>(...names: Name[]): this is this & KnownApiError<Name> {
    return (names as (string | undefined)[]).includes(this.errorName);
  }
}

/** No answer within the time allowed. Whether the server acted is unknown; with an intent, ask again and be told. */
export class TimeoutError<Op extends string = string> extends WalletError<Op> {
  override readonly name = 'TimeoutError';
}

/**
 * No answer that can be read: no connection, no token, or something that is not the envelope. Its `cause` keeps the name, the
 * code and the message of what failed, without the query of any address in it.
 */
export class ConnectionError<Op extends string = string> extends WalletError<Op> {
  override readonly name = 'ConnectionError';
  /** HTTP status, where there was an answer at all. */
  readonly status: number | undefined;

  constructor(operation: Op, status: number | undefined, cause: unknown) {
    super(operation, status === undefined ? 'No connection' : `Unreadable answer with status ${status}`, {
      cause: withoutQueries(cause),
    });
    this.status = status;
  }
}

/** Runtimes put whole addresses into their errors, and a query can hold a captcha token. */
function withoutQueries(cause: unknown): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { name, code } = cause as Error & { code?: unknown };
  return Object.assign(new Error(cause.message.replaceAll(/\?\S*/g, '?…')), {
    name,
    ...(code !== undefined && { code }),
  });
}

/** An {@link ApiError} narrowed to entries of the catalogue: switch on `errCode` or `errorName`. */
export type KnownApiError<Name extends ErrorName> = Name extends ErrorName
  ? {
      readonly errorName: Name;
      readonly errCode: (typeof errors)[Name]['code'];
      readonly details: ErrorDetails & Required<Pick<ErrorDetails, (typeof errorDetails)[Name][number]>>;
    }
  : never;

/**
 * What a call of this operation can fail with by this version of the contract, other than by the caller's own abort. A newer server
 * can refuse with a code that is not among these: keep a `default` where you switch on one.
 */
export type CallError<Op extends Operation> =
  | (Omit<ApiError<Op>, 'errorName' | 'errCode' | 'details'> & KnownApiError<OperationErrors[Op]>)
  | TimeoutError<Op>
  | ConnectionError<Op>;
