/** Cause of the end of a session. `elsewhere`: another tab of this browser ended it. */
export type EndCause = 'logout' | 'expired' | 'superseded' | 'reused' | 'revoked' | 'user-updated' | 'elsewhere';

/** The server rejected the call. `message` is a sentence for the customer. The error contains nothing that was sent. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  // `declare` avoids emitting fields that the constructor sets anyway.
  /** Five digits. */
  declare readonly errCode: string;
  /** Name of the code, e.g. `INVALID_CREDENTIALS`, if the server sends it. */
  declare readonly errorName: string | undefined;
  declare readonly status: number;
  declare readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, errCode: string, message: string, details: Readonly<Record<string, unknown>>) {
    super(message);
    this.status = status;
    this.errCode = errCode;
    this.errorName = details.errorName as string | undefined;
    this.details = details;
  }
}

/** No readable response. The session survives this. */
export class AuthConnectionError extends Error {
  override readonly name = 'AuthConnectionError';
  /** Whether the time limit was exceeded. */
  declare readonly timedOut: boolean;

  constructor(timedOut: boolean) {
    super(timedOut ? 'No answer in time' : 'No connection');
    this.timedOut = timedOut;
  }
}
