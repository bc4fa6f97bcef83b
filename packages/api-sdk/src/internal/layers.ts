import { ConnectionError } from '../errors.js';
import type { Middleware, TokenProvider, WalletRequest } from './options.js';

/** `ACCESS_TOKEN_INVALID`: the only refusal that a newer token can help. */
const accessTokenInvalid = '"00004"';

/**
 * Gives a call its token, and sends it once more with a newer one where the server refuses that.
 *
 * @param isSeen whether somebody else holds the request: then the token goes into a copy
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

/** Statuses that say nothing was done and that trying again can help (RFC 9110, 15.6; RFC 6585, 4). */
const passing = new Set([429, 502, 503, 504]);

/** Sends a call that is safe to repeat again, later each time, as the server's Retry-After asks (RFC 9110, 10.2.3). */
export function repeated(retries: number): Middleware {
  const repeat: Middleware = async (request, next) => {
    for (let retry = 0; ; retry += 1) {
      const isLast = retry >= retries;
      let asked: string | null | undefined;
      /* oxlint-disable no-await-in-loop -- one after the other is what repeating is */
      try {
        const answer = await next(request);
        if (isLast || !passing.has(answer.status)) return answer;
        asked = answer.headers.get('retry-after');
      } catch (error) {
        if (isLast || request.signal.aborted || !(error instanceof ConnectionError)) throw error;
      }
      // Unless the server asks, half of it by chance, so that clients which failed together don't come back together.
      const seconds = Number(asked ?? Number.NaN);
      await wait(seconds >= 0 ? seconds * 1000 : 250 * 2 ** retry * (1 + Math.random()), request.signal);
      /* oxlint-enable no-await-in-loop */
    }
  };
  return (request, next, context) => (context.isRepeatable ? repeat(request, next, context) : next(request));
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
