import createClient from 'openapi-fetch';
import { ApiError, ConnectionError, type ErrorDetails, type Operation, TimeoutError } from '../errors.js';
import { type Call, callOf, type Raw } from './call.js';
import type { CallContext, CallOptions, Middleware, TransportOptions, WalletRequest } from './options.js';
import { authorised, repeated } from './layers.js';
import type { Init, Result, Traits } from './types.js';

/** Sends one operation; a function in place of its parameters is asked for them first, outside the time limit. */
export type Send = <Op extends Operation>(
  operation: Op,
  init: Init<Op> | (() => Promise<Init<Op>>),
  options: CallOptions | undefined,
) => Call<Result<Op>, Op>;

/** What a resource is built on. */
export interface Client {
  send: Send;
}

/** Stands in for `Request`: a plain record can be sent again, a used `Request` can't. */
class Descriptor implements WalletRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | null | undefined;
  readonly signal: AbortSignal;

  constructor(url: string, { method, headers, body, signal }: Omit<WalletRequest, 'url'>) {
    this.url = url;
    this.method = method;
    this.headers = headers;
    this.body = body;
    this.signal = signal;
  }
}

interface Envelope<T> {
  header: { success: boolean; errCode: string; errMsg: string; serverTime?: string };
  result: T;
}

/** How a file is read, where the answer is no envelope. */
export interface ReadsFile<T> {
  parseAs: 'blob';
  read(blob: Blob, response: Response): T;
}

/** One call under way: what its attempts are counted on. */
interface Tally extends CallContext {
  attempts: number;
}

export function createTransport({
  baseUrl,
  auth,
  fetch = globalThis.fetch,
  timeoutMs = 50_000,
  retries = 2,
  language,
  middleware = [],
  onEvent,
}: TransportOptions): Client & { serverTime(): Date } {
  let clockOffsetMs = 0;
  const client = createClient({ baseUrl, Request: Descriptor as unknown as typeof Request });

  const emit: NonNullable<typeof onEvent> = (event) => {
    try {
      onEvent?.(event);
    } catch {
      // A listener can't change what becomes of a call.
    }
  };

  const transmit = async ({ url, ...init }: WalletRequest, tally: Tally): Promise<Response> => {
    const { operation } = tally;
    const attempt = (tally.attempts += 1);
    const start = performance.now();
    let status: number | undefined;
    try {
      // A redirect is never followed: no token, code or body goes where it was not meant to.
      const response = await fetch(url, { ...init, redirect: 'manual' });
      ({ status } = response);
      return response;
    } catch (error) {
      throw new ConnectionError(operation, undefined, error);
    } finally {
      emit({ type: 'attempt', operation, attempt, status, durationMs: performance.now() - start });
    }
  };
  const layers: Middleware[] = [...middleware, repeated(retries), ...(auth ? [authorised(auth)] : [])];
  const chain = layers.reduceRight<typeof transmit>(
    (next, layer) => (request, tally) => layer(request, (again) => next(again, tally), tally),
    transmit,
  );

  async function perform<T>(
    operation: Operation,
    init: object | (() => Promise<object>),
    options: CallOptions | undefined,
  ): Promise<Raw<T>> {
    const start = performance.now();
    const controller = new AbortController();
    const { signal } = controller;
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const caller = options?.signal;
    const abort = (): void => controller.abort(caller?.reason);
    caller?.addEventListener('abort', abort, { once: true });
    if (caller?.aborted) abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasTimedOut = false;
    let response: Response | undefined;
    let tally: Tally | undefined;
    let outcome: 'done' | 'refused' | 'timeout' | 'aborted' | 'failed' = 'failed';
    let errCode: string | undefined;

    const sending = async (): Promise<Raw<T>> => {
      const {
        isPublic = false,
        isSafe = false,
        read,
        ...request
      } = (typeof init === 'function' ? await init() : init) as Traits & Partial<ReadsFile<T>>;
      if (signal.aborted) throw signal.reason;
      timer = setTimeout(() => {
        hasTimedOut = true;
        controller.abort();
      }, options?.timeoutMs ?? timeoutMs);
      const [method, path] = operation.split(' ') as ['GET', never];
      const own: Tally = { operation, isPublic, isRepeatable: isSafe || method === 'GET', attempts: 0 };
      tally = own;
      const answer = (await client.request(method.toLowerCase() as 'get', path, {
        ...request,
        signal,
        fetch: async (descriptor: unknown) => {
          const sent = descriptor as Descriptor;
          if (language) sent.headers.set('accept-language', language());
          return (response = await chain(sent, own));
        },
      } as never)) as { data?: unknown; error?: unknown; response: Response };
      const body = answer.data ?? answer.error;
      if (read && answer.response.ok && body instanceof Blob)
        return { result: read(body, answer.response), response: answer.response };
      if (!isEnvelope<T>(body)) throw new ConnectionError(operation, answer.response.status, undefined);
      const { header, result } = body;
      const serverTime = Date.parse(header.serverTime ?? '');
      if (!Number.isNaN(serverTime)) clockOffsetMs = serverTime - Date.now();
      if (header.success) return { result, response: answer.response };
      throw new ApiError(
        operation,
        answer.response.status,
        header.errCode,
        header.errMsg,
        (result as ErrorDetails | null) ?? {},
      );
    };

    try {
      const sent = sending();
      // What ends a call ends it here too: a token provider that hangs, or a fetch that ignores its signal, can't hold it.
      sent.catch(() => {});
      const raw = await Promise.race([sent, ended]);
      outcome = 'done';
      return raw;
    } catch (error) {
      if (hasTimedOut) {
        outcome = 'timeout';
        throw new TimeoutError(operation, 'No answer in time');
      }
      if (caller?.aborted) {
        outcome = 'aborted';
        throw caller.reason;
      }
      if (error instanceof ApiError) {
        outcome = 'refused';
        ({ errCode } = error);
      }
      // An answer came and can't be read; without one, what failed said so itself.
      if (response && !(error instanceof ApiError) && !(error instanceof ConnectionError))
        throw new ConnectionError(operation, response.status, error);
      throw error;
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
      emit({
        type: 'call',
        operation,
        attempts: tally?.attempts ?? 0,
        outcome,
        errCode,
        durationMs: performance.now() - start,
      });
    }
  }

  return {
    send: (operation, init, options) => callOf(perform(operation, init, options)),
    serverTime: () => new Date(Date.now() + clockOffsetMs),
  };
}

function isEnvelope<T>(body: unknown): body is Envelope<T> {
  const header = (body as Partial<Envelope<T>> | null | undefined)?.header;
  return typeof header?.success === 'boolean' && typeof header.errCode === 'string';
}
