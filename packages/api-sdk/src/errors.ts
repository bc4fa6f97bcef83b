import type { errorDetails, ErrorName, errors } from './domain/index.js';
import type { components } from './generated/schema.js';
import type { OperationErrors } from './generated/operations.js';

/** Details of an error. Every property is optional until the error is narrowed. */
export type ErrorDetails = components['schemas']['ErrorResult'];

/** Method and path template of a call, e.g. `POST /otc/submit-otc`. */
export type Operation = keyof OperationErrors;

/** Base class of all errors of this package. It never contains a header, body, token or query. */
export abstract class WalletError<Op extends string = string> extends Error {
  /** HTTP method and path template of the call, e.g. `POST /user/login`. */
  readonly operation: Op;

  constructor(operation: Op, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }
}

/**
 * The server rejected a call. `message` is a sentence for the customer in the requested language.
 *
 * @example
 * if (error instanceof ApiError && error.is('CODE_INCORRECT')) show(error.details.remainingTries);
 */
export class ApiError<Op extends string = string> extends WalletError<Op> {
  override readonly name = 'ApiError';
  /** Five digits, an entry of the catalogue in `/domain`. */
  readonly errCode: string;
  /** Name in the catalogue, e.g. `CODE_INCORRECT`. */
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

  /** Whether the error is one of these. If so, code and details are narrowed to their types. */
  is<Name extends ErrorName>(...names: Name[]): this is this & KnownApiError<Name> {
    return (names as (string | undefined)[]).includes(this.errorName);
  }
}

/**
 * No response within the time limit. It is unknown whether the server acted; with an intent, repeat the call for its
 * result.
 */
export class TimeoutError<Op extends string = string> extends WalletError<Op> {
  override readonly name = 'TimeoutError';
}

/**
 * No readable response: no connection, no token, or a body without the envelope. `cause` contains name, code and
 * message of the original error, without the queries of URLs.
 */
export class ConnectionError<Op extends string = string> extends WalletError<Op> {
  override readonly name = 'ConnectionError';
  /** HTTP status, if there was a response. */
  readonly status: number | undefined;

  constructor(operation: Op, status: number | undefined, cause: unknown) {
    super(operation, status === undefined ? 'No connection' : `Unreadable answer with status ${status}`, {
      cause: withoutQueries(cause),
    });
    this.status = status;
  }
}

/** Runtimes include whole URLs in errors, and a query can contain a captcha token. */
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
 * Errors of a call of this operation in this version of the contract, except an abort by the caller. A newer server can
 * return other codes, so a `switch` needs a `default`.
 */
export type CallError<Op extends Operation> =
  | (Omit<ApiError<Op>, 'errorName' | 'errCode' | 'details'> & KnownApiError<OperationErrors[Op]>)
  | TimeoutError<Op>
  | ConnectionError<Op>;
