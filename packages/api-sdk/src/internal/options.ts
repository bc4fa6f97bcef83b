import type { Operation } from '../errors.js';

/** Provides access tokens of the session. */
export interface TokenProvider {
  /**
   * Returns a token to send, or undefined to send none.
   *
   * @param options.rejected the token that the server has just rejected; return a newer token, or undefined to give up
   */
  getAccessToken(options?: { rejected?: string }): Promise<string | undefined>;
}

/** The request for middleware: a plain record that can be sent any number of times. It contains no token. */
export interface WalletRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | null | undefined;
  /** Aborted by the time limit and by the caller. */
  readonly signal: AbortSignal;
  readonly redirect: RequestRedirect;
}

/** Properties of a call for middleware. */
export interface CallContext {
  readonly operation: Operation;
  /** The call is sent without a token. */
  readonly isPublic: boolean;
  /** Whether a repeated request has the same effect as one: the call only reads, or carries an intent. */
  readonly isRepeatable: boolean;
}

/**
 * Wraps every call; the first middleware is outermost. Call `next` to continue, again to retry, or not at all.
 *
 * @example
 * const tagged: Middleware = (request, next) => {
 *   const headers = new Headers(request.headers);
 *   headers.set('x-request-id', crypto.randomUUID());
 *   return next({ ...request, headers });
 * };
 */
export type Middleware = (
  request: WalletRequest,
  next: (request: WalletRequest) => Promise<Response>,
  context: CallContext,
) => Promise<Response>;

/** Outcome of a call: a result, a rejection by the server, the time limit, an abort by the caller, or no response. */
export type CallOutcome = 'done' | 'refused' | 'timeout' | 'aborted' | 'failed';

/** An event for logs and traces. It contains no URL, header, body or token. */
export type WalletEvent =
  | {
      /** One request ended. */
      type: 'attempt';
      operation: Operation;
      /** From 1. */
      attempt: number;
      /** HTTP status; undefined without a response. */
      status: number | undefined;
      durationMs: number;
    }
  | {
      /** A call ended, after any number of requests. */
      type: 'call';
      operation: Operation;
      attempts: number;
      outcome: CallOutcome;
      /** Set if the server rejected the call. */
      errCode: string | undefined;
      durationMs: number;
    };

export interface TransportOptions {
  /** Base URL of the API, e.g. `https://wallet.example/api`. */
  baseUrl: string;
  /** Any object with `getAccessToken`. Without it, only public calls succeed. */
  auth?: TokenProvider | undefined;
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch | undefined;
  /** Time limit of a call in milliseconds, including retries. @default 50000 */
  timeoutMs?: number | undefined;
  /**
   * Maximum retries of a call that is safe to repeat, after no response, 429, 502, 503, 504 or `INTENT_IN_PROGRESS`.
   *
   * @default 2
   */
  retries?: number | undefined;
  /** Longest wait before a retry, in milliseconds. If Retry-After is longer, the call fails at once. @default 5000 */
  maxRetryDelayMs?: number | undefined;
  /** Language of the server's messages, e.g. `th-TH`. */
  language?: (() => string) | undefined;
  middleware?: readonly Middleware[] | undefined;
  /**
   * Receives an event for every request and every call. Nothing is sent anywhere by default. Exceptions are ignored.
   */
  onEvent?: ((event: WalletEvent) => void) | undefined;
}

export interface CallOptions {
  /** Aborts the call with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until a `TimeoutError`. @default the client's `timeoutMs` */
  timeoutMs?: number | undefined;
}
