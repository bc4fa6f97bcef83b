/* oxlint-disable no-await-in-loop -- a stream is one thing after another */
import { createParser } from 'eventsource-parser';
import { toBinary } from '../internal/base64url.js';

export interface EventStreamOptions {
  auth: { getAccessToken(options?: { rejected?: string }): Promise<string | undefined> };
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
  /** Resume after this id. */
  lastEventId?: string;
  /** Resolves when the stream may run, and aborts its signal when it should rest (hidden, offline). @default always */
  activity?: () => Promise<AbortSignal>;
  /** Called when a connection is open: what was loaded before may have changed since. If it throws, the iterator rejects. */
  onOpen?: () => void;
  /** Waits; a test passes its own. */
  wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Between 0 and 1: how much of the jitter to add. */
  random?: () => number;
}

export interface StreamEvent {
  id: string;
  /** The frame's data, parsed as JSON. What is no object with a type is not yielded. */
  data: { type: string; [property: string]: unknown };
}

/** The response is not an event stream, and asking again would not help. */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError';
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number) {
    super(`Status ${status}`);
    this.status = status;
  }
}

const defaultReconnectionMs = 3000;
const longestBackOffMs = 60_000;
/** A timer that is set for longer than this fires at once. */
const longestTimerMs = 2 ** 31 - 1;
/** Three missed heartbeats. */
const silenceMs = 45_000;
const maxBufferSize = 256 * 1024;

/**
 * Server-sent events over fetch, with a bearer token, by the HTML standard (9.2 Server-sent events): parsing, event ids,
 * `Last-Event-ID`, and `retry`, which replaces the reconnection time of 3 seconds.
 *
 * As in the standard, a network error and the end of the body reconnect, and another status than 200 or another content type
 * than `text/event-stream` fail the stream for good. It differs from the standard as follows:
 * - 401 reconnects with a refreshed token, the first time at once. 429, 5xx and a token that can't be obtained reconnect.
 * - 204 ends the iterator without an error: the server asks the client to stop.
 * - Redirects count as network errors, so that the token stays with its server.
 * - Each wait is up to 20% longer than the reconnection time, and after repeated failures at least 3 seconds, doubled up to 60.
 * - A connection without data for 45 seconds, or with an event over 256 KiB, is closed and made again. While `activity` says so,
 *   there is none.
 * - Only JSON objects with a `type` are events, the `event` field is ignored, and pings are not yielded.
 *
 * Ends when `signal` aborts or nobody is signed in any more.
 *
 * @throws EventStreamError if the status or content type is final
 * @throws whatever `onOpen` and `activity` throw
 */
export async function* openEventStream(
  url: string,
  options: EventStreamOptions,
): AsyncGenerator<StreamEvent, void, void> {
  const { auth, fetch = globalThis.fetch, activity, onOpen, wait = waitFor, random = Math.random } = options;
  let { lastEventId = '', signal = new AbortController().signal } = options;
  let reconnectionMs = defaultReconnectionMs;
  let failures = 0;
  let refused: { rejected: string } | undefined;

  while (!signal.aborted) {
    const closing = new AbortController();
    const connection = AbortSignal.any([closing.signal, signal, (await activity?.()) ?? signal]);
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const close = (): void => closing.abort();
    const heard = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(close, silenceMs);
    };
    // Only what is lost on the way is connected again; any other error is the caller's.
    let isLost = false;
    const lose = (error: unknown): never => {
      isLost = true;
      throw error;
    };
    try {
      const token = await auth.getAccessToken(refused).catch(lose);
      refused = undefined;
      if (token === undefined) return;
      heard();
      const response = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          // A header is a string of bytes to fetch; the standard sends the id's UTF-8.
          ...(lastEventId && { 'last-event-id': toBinary(new TextEncoder().encode(lastEventId)) }),
        },
        signal: connection,
        cache: 'no-store',
        redirect: 'error',
      }).catch(lose);
      const { status, body } = response;
      if (status === 204) return;
      if (status === 401) refused = { rejected: token };
      isLost = status === 401 || status === 429 || status >= 500;
      if (status !== 200 || !body || !isEventStream(response)) throw new EventStreamError(status);

      onOpen?.();
      const arrived: StreamEvent[] = [];
      let overflow: Error | undefined;
      const parser = createParser({
        maxBufferSize,
        onId: (id) => (lastEventId = id),
        onRetry: (milliseconds) => (reconnectionMs = milliseconds),
        onEvent({ data }) {
          const value = parse(data);
          if (value) arrived.push({ id: lastEventId, data: value });
        },
        onError(error) {
          if (error.type === 'max-buffer-size-exceeded') overflow = error;
        },
      });
      // The parser removes the byte order mark; the decoder would remove another.
      const decoder = new TextDecoderStream('utf-8', { ignoreBOM: true });
      const reader = body.pipeThrough(decoder, { signal: connection }).getReader();
      const read = () => reader.read().catch(lose);
      for (let chunk = await read(); !chunk.done; chunk = await read()) {
        heard();
        failures = 0;
        parser.feed(chunk.value);
        for (const event of arrived.splice(0)) {
          if (signal.aborted) return;
          yield event;
        }
        if (overflow) lose(overflow);
      }
    } catch (error) {
      if (!isLost) throw error;
    } finally {
      clearTimeout(watchdog);
      close();
    }
    if (signal.aborted) return;
    // A refused token is exchanged and tried at once; if that is refused too, waiting begins.
    if (refused && failures === 0) {
      failures = 1;
      continue;
    }
    const backOff = failures && Math.min(longestBackOffMs, defaultReconnectionMs * 2 ** (failures - 1));
    failures += 1;
    await wait(Math.min(longestTimerMs, Math.max(reconnectionMs, backOff) * (1 + 0.2 * random())), signal);
  }
}

const isEventStream = ({ headers }: Response): boolean =>
  /^text\/event-stream\s*(;|$)/i.test(headers.get('content-type') ?? '');

/**
 * Rests after five minutes hidden and while offline, until the page is seen and online again. For a page; elsewhere leave
 * `activity` out.
 *
 * @param options.signal stops watching
 */
export function createPageActivity({
  hiddenMs = 300_000,
  signal,
}: { hiddenMs?: number; signal?: AbortSignal } = {}): () => Promise<AbortSignal> {
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting: (() => void)[] = [];

  const rest = (): void => running.abort();
  const run = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (running.signal.aborted) running = new AbortController();
    for (const resume of waiting.splice(0)) resume();
  };
  const look = (): void => {
    const { onLine } = navigator;
    if (!onLine) rest();
    if (document.visibilityState === 'hidden') timer ??= setTimeout(rest, hiddenMs);
    else if (onLine) run();
  };
  const options = signal ? { signal } : {};
  document.addEventListener('visibilitychange', look, options);
  addEventListener('online', look, options);
  addEventListener('offline', look, options);
  signal?.addEventListener('abort', run);
  look();

  return async () => {
    if (running.signal.aborted) await new Promise<void>((resolve) => waiting.push(resolve));
    return running.signal;
  };
}

/** What is no object with a type is not ours. */
function parse(data: string): StreamEvent['data'] | undefined {
  try {
    const value = JSON.parse(data) as StreamEvent['data'] | null;
    if (typeof value?.type === 'string' && value.type !== 'ping') return value;
  } catch {
    // Not JSON.
  }
  return undefined;
}

function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resume) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resume();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
  });
}
