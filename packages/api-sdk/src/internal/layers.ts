import { ConnectionError } from '../errors.js';
import type { CallContext, Middleware, TokenProvider, WalletRequest } from './options.js';

/** `ACCESS_TOKEN_INVALID`: the only rejection that a newer token can resolve. */
const accessTokenInvalid = '"00004"';

/**
 * Adds the token to a call, and sends the call again with a newer token if the server rejects the first.
 *
 * @param isSeen whether middleware holds the request; then the token goes into a copy
 */
export function authorised(auth: TokenProvider, isSeen: boolean): Middleware {
  const withToken = (request: WalletRequest, token: string, isCopy: boolean): WalletRequest => {
    const headers = isCopy ? new Headers(request.headers) : request.headers;
    headers.set('authorization', `Bearer ${token}`);
    return isCopy ? { ...request, headers } : request;
  };
  return async (request, next, { operation, isPublic }) => {
    if (isPublic) return next(request);
    let answer: Response | undefined;
    let token: string | undefined;
    for (let rejected: string | undefined; ; rejected = token) {
      /* oxlint-disable no-await-in-loop -- the second time is for a newer token */
      try {
        token = await auth.getAccessToken(rejected === undefined ? undefined : { rejected });
      } catch (error) {
        throw new ConnectionError(operation, undefined, error);
      }
      if (token === undefined) return answer ?? next(request);
      answer = await next(withToken(request, token, isSeen || rejected !== undefined));
      const isRefused = answer.status === 401 && (await answer.clone().text()).includes(accessTokenInvalid);
      if (!isRefused || rejected !== undefined) return answer;
      /* oxlint-enable no-await-in-loop */
    }
  };
}

/** Statuses that mean that nothing was executed and a retry can help (RFC 9110, 15.6; RFC 6585, 4). */
const passing = new Set([429, 502, 503, 504]);

/** `INTENT_IN_PROGRESS`: the same intent is being executed, and a retry returns its result. */
const intentInProgress = '"20004"';

async function isPassing(answer: Response): Promise<boolean> {
  return (
    passing.has(answer.status) || (answer.status === 409 && (await answer.clone().text()).includes(intentInProgress))
  );
}

/** A call with its deadline on the scale of `performance.now()`. */
export interface TimedCall extends CallContext {
  deadline: number;
}

/**
 * Retries a call that is safe to repeat, with increasing delays or after the server's Retry-After. Fails at once if the
 * server requests more than `maxDelayMs`, or if the call's deadline would end the wait.
 */
export function repeated(retries: number, maxDelayMs: number) {
  return async (
    request: WalletRequest,
    next: Parameters<Middleware>[1],
    { isRepeatable, deadline }: TimedCall,
  ): Promise<Response> => {
    for (let retry = 0; ; retry += 1) {
      // Half of the delay is random, so that clients that failed together do not retry together.
      let delay = Math.min(maxDelayMs, 250 * 2 ** retry * (1 + Math.random()));
      const canWait = (): boolean => isRepeatable && retry < retries && delay < deadline - performance.now();
      /* oxlint-disable no-await-in-loop -- one after the other is what repeating is */
      try {
        const answer = await next(request);
        delay = requestedDelay(answer) ?? delay;
        if (delay > maxDelayMs || !canWait() || !(await isPassing(answer))) return answer;
      } catch (error) {
        if (request.signal.aborted || !(error instanceof ConnectionError) || !canWait()) throw error;
      }
      await wait(delay, request.signal);
      /* oxlint-enable no-await-in-loop */
    }
  };
}

/** Delay of a Retry-After header in milliseconds, in either format (RFC 9110, 10.2.3); undefined if neither matches. */
function requestedDelay({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Relative to the server's clock if the response has a date: the caller's clock may be wrong.
  return value.endsWith('GMT') ? Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now()) : undefined;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
