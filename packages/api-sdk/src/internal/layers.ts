import { ConnectionError } from '../errors.js';
import type { Middleware, TokenProvider, WalletRequest } from './options.js';

/** `ACCESS_TOKEN_INVALID`: the only refusal that a newer token can help. */
const accessTokenInvalid = '"00004"';

/** Gives a call its token, and sends it once more with a newer one where the server refuses that. */
export function authorised(auth: TokenProvider): Middleware {
  return async (request, next, { operation, isPublic }) => {
    const token = async (rejected?: string): Promise<string | undefined> => {
      try {
        return await auth.getAccessToken(rejected === undefined ? undefined : { rejected });
      } catch (error) {
        throw new ConnectionError(operation, undefined, error);
      }
    };
    const first = isPublic ? undefined : await token();
    if (first === undefined) return next(request);
    const answer = await next(withToken(request, first));
    if (answer.status !== 401 || !(await answer.clone().text()).includes(accessTokenInvalid)) return answer;
    const newer = await token(first);
    return newer === undefined ? answer : next(withToken(request, newer));
  };
}

function withToken(request: WalletRequest, token: string): WalletRequest {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...request, headers };
}

/** Statuses that say nothing was done and that trying again can help (RFC 9110, 15.6; RFC 6585, 4). */
const passing = new Set([429, 502, 503, 504]);

/** Sends a call that is safe to repeat again, later each time, as the server's Retry-After asks (RFC 9110, 10.2.3). */
export function repeated(retries: number): Middleware {
  return async (request, next, { isRepeatable }) => {
    for (let retry = 0; ; retry += 1) {
      const isLast = !isRepeatable || retry >= retries;
      // One after the other is what repeating is.
      /* oxlint-disable no-await-in-loop */
      const answer = await next(request).catch((error: unknown) => {
        if (isLast || request.signal.aborted || !(error instanceof ConnectionError)) throw error;
      });
      if (answer && (isLast || !passing.has(answer.status))) return answer;
      const asked = Number(answer?.headers.get('retry-after') ?? Number.NaN) * 1000;
      // Half of it by chance, so that clients which failed together don't come back together.
      await wait(asked >= 0 ? asked : 250 * 2 ** retry * (1 + Math.random()), request.signal);
      /* oxlint-enable no-await-in-loop */
    }
  };
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
