import createClient, { type Client } from 'openapi-fetch';
import { ApiError, ConnectionError, type ErrorDetails, TimeoutError } from '../errors.js';
import type { paths } from '../generated/schema.js';

/** What a client needs of whoever keeps the session. */
export interface TokenProvider {
  /**
   * A token to send, or undefined to send none.
   *
   * @param options.rejected the token that the server has just refused: answer a newer one, or undefined to give up
   */
  getAccessToken(options?: { rejected?: string }): Promise<string | undefined>;
}

export interface TransportOptions {
  baseUrl: string;
  auth?: TokenProvider | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** @default 50000 */
  timeoutMs?: number | undefined;
  /** Language of the server's messages, e.g. `th-TH`. */
  language?: (() => string) | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until a {@link TimeoutError}; the client's own when left out. */
  timeoutMs?: number | undefined;
}

type Init = RequestInit & { headers: Headers };

/** Stands in for `Request`: a plain record can be sent again after a refresh, a used `Request` can't. */
class Descriptor {
  readonly url: string;
  readonly init: Init;
  constructor(url: string, init: Init) {
    this.url = url;
    this.init = init;
  }
}

interface Envelope<T> {
  header: { success: boolean; errCode: string; errMsg: string; serverTime?: string };
  result: T;
}

export interface Transport {
  /** Sends the caller's token. */
  http: Client<paths>;
  /** Sends none, so that signing in never waits for a session that is being renewed. */
  publicHttp: Client<paths>;
  /** Runs one call under the time limit and unwraps its envelope. */
  call<T>(
    operation: string,
    options: CallOptions | undefined,
    send: (signal: AbortSignal) => Promise<Answer<T>>,
  ): Promise<T>;
  /** The server's time by its last answer, so that a countdown does not depend on this device's clock. */
  serverTime(): Date;
}

/** What openapi-fetch answers: the body under `data` or `error`, depending on the status. */
export interface Answer<T> {
  data?: { header: unknown; result: T } | undefined;
  error?: unknown;
  response: Response;
}

/** Types an answer whose result is null: openapi-fetch's own types lose a property that is always null. */
export function nothing(answer: Promise<{ response: Response }>): Promise<Answer<null>> {
  return answer;
}

const accessTokenInvalid = '00004';

export function createTransport({
  baseUrl,
  auth,
  fetch = globalThis.fetch,
  timeoutMs = 50_000,
  language,
}: TransportOptions): Transport {
  let clockOffsetMs = 0;

  const connect = (send: (call: Descriptor) => Promise<Response>): Client<paths> =>
    createClient<paths>({
      baseUrl,
      Request: Descriptor as unknown as typeof Request,
      fetch: (request) => {
        const call = request as unknown as Descriptor;
        if (language) call.init.headers.set('accept-language', language());
        return send(call);
      },
    });

  async function authorised({ url, init }: Descriptor): Promise<Response> {
    const token = await auth?.getAccessToken();
    if (token === undefined) return fetch(url, init);
    const answer = await fetch(url, withToken(init, token));
    if (answer.status !== 401 || !(await refusesToken(answer))) return answer;
    const newer = await auth?.getAccessToken({ rejected: token });
    return newer === undefined ? answer : fetch(url, withToken(init, newer));
  }

  return {
    http: connect(authorised),
    publicHttp: connect(({ url, init }) => fetch(url, init)),
    serverTime: () => new Date(Date.now() + clockOffsetMs),
    async call(operation, options, send) {
      const controller = new AbortController();
      const abort = (): void => controller.abort(options?.signal?.reason);
      if (options?.signal?.aborted) abort();
      options?.signal?.addEventListener('abort', abort, { once: true });
      let timedOut = false;
      const timer = setTimeout(() => {
        timedOut = true;
        controller.abort();
      }, options?.timeoutMs ?? timeoutMs);
      try {
        const sending = send(controller.signal);
        // What ends a call ends it here too: a token provider that hangs, or a fetch that ignores its signal, can't hold it.
        sending.catch(() => {});
        const answer = await Promise.race([sending, ended(controller.signal)]);
        const serverTime = Date.parse(serverTimeOf(answer.data ?? answer.error));
        if (!Number.isNaN(serverTime)) clockOffsetMs = serverTime - Date.now();
        return unwrap(operation, answer);
      } catch (error) {
        if (timedOut) throw new TimeoutError(operation, 'No answer in time');
        if (options?.signal?.aborted) throw options.signal.reason;
        if (error instanceof ApiError || error instanceof ConnectionError) throw error;
        throw new ConnectionError(operation, undefined, error);
      } finally {
        clearTimeout(timer);
        options?.signal?.removeEventListener('abort', abort);
      }
    },
  };
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function withToken(init: Init, token: string): Init {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}

async function refusesToken(answer: Response): Promise<boolean> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return isEnvelope(body) && body.header.errCode === accessTokenInvalid;
}

function serverTimeOf(body: unknown): string {
  return (isEnvelope(body) && body.header.serverTime) || '';
}

function unwrap<T>(operation: string, { data, error, response }: Answer<T>): T {
  const body: unknown = data ?? error;
  if (!isEnvelope<T>(body)) throw new ConnectionError(operation, response.status, undefined);
  if (body.header.success) return body.result;
  throw new ApiError(
    operation,
    response.status,
    body.header.errCode,
    body.header.errMsg,
    (body.result as ErrorDetails | null) ?? {},
  );
}

function isEnvelope<T>(body: unknown): body is Envelope<T> {
  if (typeof body !== 'object' || body === null || !('header' in body)) return false;
  const { header } = body;
  return typeof header === 'object' && header !== null && 'success' in header && 'errCode' in header;
}
