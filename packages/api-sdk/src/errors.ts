import { errorName, type ErrorName } from './domain/index.js';
import type { components } from './generated/schema.js';

export type ErrorDetails = components['schemas']['ErrorResult'];

/** Base of everything this package throws. Never holds a header, a body, a token or a query. */
export abstract class WalletError extends Error {
  /** HTTP method and path template of the call, e.g. `POST /user/login`. */
  readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
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
export class ApiError extends WalletError {
  override readonly name = 'ApiError';
  readonly errCode: string;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(operation: string, status: number, errCode: string, errMsg: string, details: ErrorDetails) {
    super(operation, errMsg);
    this.status = status;
    this.errCode = errCode;
    this.details = details;
  }

  /** The catalogue's name, or undefined for a code newer than this version. */
  get errorName(): ErrorName | undefined {
    return errorName(this.errCode);
  }

  is(...names: ErrorName[]): boolean {
    return this.errorName !== undefined && names.includes(this.errorName);
  }
}

/** No answer within the time allowed. Whether the server acted is unknown. */
export class TimeoutError extends WalletError {
  override readonly name = 'TimeoutError';
}

/** No answer that can be read: no connection, or something that is not the envelope. */
export class ConnectionError extends WalletError {
  override readonly name = 'ConnectionError';
  /** HTTP status, where there was an answer at all. */
  readonly status: number | undefined;

  constructor(operation: string, status: number | undefined, cause: unknown) {
    super(operation, status === undefined ? 'No connection' : `Unreadable answer with status ${status}`, { cause });
    this.status = status;
  }
}
