/** Why a session ended. `elsewhere`: another tab of this browser ended it. */
export type EndCause = 'logout' | 'expired' | 'superseded' | 'reused' | 'revoked' | 'user-updated' | 'elsewhere';

/** The server refused. `message` is its sentence for the customer; nothing that was sent is kept. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  // `declare`: what the constructor sets is not emitted as a field too.
  /** Five digits. */
  declare readonly errCode: string;
  /** The name of that code, e.g. `INVALID_CREDENTIALS`, where the server gives it. */
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

/** No answer, or none that can be read. A session survives it. */
export class AuthConnectionError extends Error {
  override readonly name = 'AuthConnectionError';
  /** Whether the time allowed ran out. */
  declare readonly timedOut: boolean;

  constructor(timedOut: boolean) {
    super(timedOut ? 'No answer in time' : 'No connection');
    this.timedOut = timedOut;
  }
}
