import createClient from 'openapi-fetch';
import { ApiError, ConnectionError, type ErrorDetails, type Operation, TimeoutError, WalletError } from '../errors.js';
import { type Call, callOf, type Raw } from './call.js';
import { authorised, repeated, type TimedCall } from './layers.js';
import type { CallOptions, CallOutcome, Middleware, TransportOptions, WalletEvent, WalletRequest } from './options.js';
import type { Init, Result, Traits } from './types.js';

/** Sends one operation. If the parameters are a function, it is called first, outside the time limit. */
export type Send = <Op extends Operation>(
  operation: Op,
  init: Init<Op> | (() => Promise<Init<Op>>),
  options: CallOptions | undefined,
) => Call<Result<Op>, Op>;

/** The transport that resources are built on. */
export interface Client {
  send: Send;
}

/** Replaces `Request`: a plain record can be sent again, a used `Request` can't. */
class Descriptor implements WalletRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | null | undefined;
  readonly signal: AbortSignal;
  readonly redirect: RequestRedirect;

  constructor(url: string, { method, headers, body, signal, redirect }: Omit<WalletRequest, 'url'>) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
    this.signal = signal;
    this.redirect = redirect;
  }
}

interface Envelope<T> {
  header: { success: boolean; errCode: string; errMsg: string; serverTime?: string };
  result: T;
}

/** Options for reading a file if the response is not an envelope. */
export interface ReadsFile<T> {
  parseAs: 'blob';
  read(blob: Blob, response: Response): T;
}

/** Mutable state of one call. */
interface Tally extends TimedCall {
  isPublic: boolean;
  isRepeatable: boolean;
  attempts: number;
}

export function createTransport({
  baseUrl,
  auth,
  fetch = globalThis.fetch,
  timeoutMs = 50_000,
  retries = 2,
  maxRetryDelayMs = 5000,
  language,
  middleware = [],
  onEvent,
}: TransportOptions): Client & { serverTime(): Date } {
  /** The server's time of the last response, and the local time of its arrival. */
  let lastAnswer: { serverTime: string; at: number } | undefined;
  // Redirects are not followed, so that no token, code or body goes to another server.
  const client = createClient({ baseUrl, Request: Descriptor as unknown as typeof Request, redirect: 'manual' });
  const now = onEvent ? () => performance.now() : () => 0;

  const emit = (event: WalletEvent): void => {
    try {
      onEvent?.(event);
    } catch {
      // A listener can't change the outcome of a call.
    }
  };

  const transmit = async (request: WalletRequest, tally: Tally): Promise<Response> => {
    const { operation } = tally;
    const attempt = (tally.attempts += 1);
    const start = now();
    let status: number | undefined;
    try {
      const response = await fetch(request.url, request);
      ({ status } = response);
      return response;
    } catch (error) {
      throw new ConnectionError(operation, undefined, error);
    } finally {
      emit({ type: 'attempt', operation, attempt, status, durationMs: now() - start });
    }
  };
  const layers: ((request: WalletRequest, next: Parameters<Middleware>[1], tally: Tally) => Promise<Response>)[] = [
    ...middleware,
    repeated(retries, maxRetryDelayMs),
  ];
  if (auth) layers.push(authorised(auth, middleware.length > 0));
  const chain = layers.reduceRight<typeof transmit>(
    (next, layer) => (request, tally) => layer(request, (again) => next(again, tally), tally),
    transmit,
  );

  /** Performs one call, from its parameters to its unwrapped result, including retries. */
  async function converse<T>(tally: Tally, init: unknown, signal: AbortSignal, onBegin: () => void): Promise<Raw<T>> {
    const { operation } = tally;
    const { isPublic, isSafe, read, ...request } = (typeof init === 'function' ? await init() : init) as Traits &
      Partial<ReadsFile<T>>;
    if (signal.aborted) throw signal.reason;
    onBegin();
    const [method, path] = operation.split(' ') as ['GET', never];
    tally.isPublic = isPublic === true;
    tally.isRepeatable = isSafe === true || method === 'GET';
    let response = undefined as Response | undefined;
    try {
      const { data, error } = (await client[method](path, {
        ...request,
        signal,
        fetch: async (descriptor: unknown) => {
          const sent = descriptor as Descriptor;
          if (language) sent.headers.set('accept-language', language());
          return (response = await chain(sent, tally));
        },
      } as never)) as { data?: unknown; error?: unknown };
      // The middleware responds before openapi-fetch does.
      const answered = response as Response;
      return { result: readAnswer(operation, data ?? error, answered, read), response: answered };
    } catch (error) {
      // A response that can't be read becomes a ConnectionError. Without a response, the original error is passed on.
      throw response && !(error instanceof WalletError)
        ? new ConnectionError(operation, response.status, error)
        : error;
    }
  }

  function readAnswer<T>(operation: Operation, body: unknown, response: Response, read?: ReadsFile<T>['read']): T {
    if (read && body instanceof Blob) return read(body, response);
    if (!isEnvelope<T>(body)) throw new ConnectionError(operation, response.status, undefined);
    const { header, result } = body;
    if (header.serverTime) lastAnswer = { serverTime: header.serverTime, at: Date.now() };
    if (header.success) return result;
    throw new ApiError(
      operation,
      response.status,
      header.errCode,
      header.errMsg,
      (result as ErrorDetails | null) ?? {},
    );
  }

  const perform = <T>(operation: Operation, init: unknown, options: CallOptions = {}): Promise<Raw<T>> =>
    new Promise((resolve, reject) => {
      const start = now();
      const tally: Tally = { operation, isPublic: false, isRepeatable: false, attempts: 0, deadline: 0 };
      const controller = new AbortController();
      const caller = options.signal;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isOver = false;

      const end = (outcome: CallOutcome, errCode?: string): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        caller?.removeEventListener('abort', abort);
        emit({
          type: 'call',
          operation,
          attempts: tally.attempts,
          outcome,
          errCode,
          durationMs: now() - start,
        });
      };
      // Rejects immediately, so that a hanging token provider or a fetch that ignores its signal can't delay the end of
      // a call.
      const stop = (outcome: CallOutcome, reason: unknown): void => {
        end(outcome);
        reject(reason);
        controller.abort(reason);
      };
      const abort = (): void => stop('aborted', caller?.reason);
      if (caller?.aborted) {
        abort();
        return;
      }
      caller?.addEventListener('abort', abort, { once: true });

      converse<T>(tally, init, controller.signal, () => {
        const limit = options.timeoutMs ?? timeoutMs;
        tally.deadline = performance.now() + limit;
        timer = setTimeout(() => stop('timeout', new TimeoutError(operation, 'No answer in time')), limit);
      }).then(
        (raw) => resolve((end('done'), raw)),
        (error: unknown) => {
          if (error instanceof ApiError) end('refused', error.errCode);
          else end('failed');
          reject(error);
        },
      );
    });

  return {
    send: (operation, init, options) => callOf(perform(operation, init, options)),
    serverTime() {
      const elapsed = lastAnswer && Date.parse(lastAnswer.serverTime) - lastAnswer.at;
      return new Date(Date.now() + (elapsed || 0));
    },
  };
}

function isEnvelope<T>(body: unknown): body is Envelope<T> {
  const header = (body as Partial<Envelope<T>> | null | undefined)?.header;
  return typeof header?.success === 'boolean' && typeof header.errCode === 'string';
}
