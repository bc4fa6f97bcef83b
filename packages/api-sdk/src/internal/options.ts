import type { Operation } from '../errors.js';

/** What a client needs of whoever keeps the session. */
export interface TokenProvider {
  /**
   * A token to send, or undefined to send none.
   *
   * @param options.rejected the token that the server has just refused: answer a newer one, or undefined to give up
   */
  getAccessToken(options?: { rejected?: string }): Promise<string | undefined>;
}

/** A request as middleware sees it: a plain record, which can be sent any number of times. It carries no token yet. */
export interface WalletRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | null | undefined;
  /** Aborted by the time limit and by the caller. */
  readonly signal: AbortSignal;
  readonly redirect: RequestRedirect;
}

/** What a call is, for middleware. */
export interface CallContext {
  readonly operation: Operation;
  /** No token is sent with it. */
  readonly isPublic: boolean;
  /** Sending it twice has the effect of sending it once: it only reads, or carries an intent. */
  readonly isRepeatable: boolean;
}

/**
 * Stands around every call, the first one outermost. Call `next` to go on, again to send once more, or not at all.
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

/** How a call ended: with its result, by a refusal, the time limit, the caller's abort, or without an answer. */
export type CallOutcome = 'done' | 'refused' | 'timeout' | 'aborted' | 'failed';

/** What happened, for logs and traces. Holds no address, header, body or token. */
export type WalletEvent =
  | {
      /** One request came to its end. */
      type: 'attempt';
      operation: Operation;
      /** From 1. */
      attempt: number;
      /** HTTP status; undefined where no answer came. */
      status: number | undefined;
      durationMs: number;
    }
  | {
      /** A call came to its end, whatever number of requests it took. */
      type: 'call';
      operation: Operation;
      attempts: number;
      outcome: CallOutcome;
      /** Where it was refused. */
      errCode: string | undefined;
      durationMs: number;
    };

export interface TransportOptions {
  /** Where the API is, e.g. `https://wallet.example/api`. */
  baseUrl: string;
  /** Anything with `getAccessToken`; without it only public calls succeed. */
  auth?: TokenProvider | undefined;
  /** @default globalThis.fetch */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds that a call may take, its retries included. @default 50000 */
  timeoutMs?: number | undefined;
  /** How often a call that is safe to repeat is sent again where no answer, a 429, 502, 503 or 504, or `INTENT_IN_PROGRESS` comes. @default 2 */
  retries?: number | undefined;
  /** Longest wait before a repeat, in milliseconds. Where Retry-After asks for more, the call fails at once. @default 5000 */
  maxRetryDelayMs?: number | undefined;
  /** Language of the server's messages, e.g. `th-TH`. */
  language?: (() => string) | undefined;
  middleware?: readonly Middleware[] | undefined;
  /** Told of every request and every call. Nothing is sent anywhere by default. What it throws is ignored. */
  onEvent?: ((event: WalletEvent) => void) | undefined;
}

export interface CallOptions {
  /** Ends the call with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until a `TimeoutError`; the client's own when left out. */
  timeoutMs?: number | undefined;
}
