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
  /**
   * Called when a connection opens, because data loaded earlier may have changed. If it throws, the iterator rejects.
   */
  onOpen?: () => void;
  /** Waits; tests pass their own function. */
  wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** A number from 0 to 1: the portion of the jitter to add. */
  random?: () => number;
}

export interface StreamEvent {
  id: string;
  /** The frame's data, parsed as JSON. Data without a `type` is not yielded. */
  data: { type: string; [property: string]: unknown };
}

/** The response is not an event stream, and a retry would not help. */
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
/** Longest possible timer. A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
/** Duration of three missed heartbeats. */
const silenceMs = 45_000;
const maxBufferSize = 256 * 1024;

/**
 * Server-sent events over fetch, with a bearer token, by the HTML standard (9.2 Server-sent events): parsing, event ids,
 * `Last-Event-ID`, and `retry`, which replaces the reconnection time of 3 seconds.
 *
 * As in the standard, a network error or the end of the body reconnects. A status other than 200, or a content type
 * other than `text/event-stream`, permanently fails the stream. It differs from the standard as follows:
 * - 401 reconnects with a refreshed token, the first time at once. 429, 5xx and an unavailable token reconnect.
 * - 204 ends the iterator without an error: the server requests the end of the stream.
 * - Redirects count as network errors, so that the token stays with its server.
 * - Each wait is up to 20% longer than the reconnection time. After repeated failures it is at least 3 seconds, doubled
 *   up to 60.
 * - A connection without data for 45 seconds, or with an event over 256 KiB, is replaced. While `activity` pauses the
 *   stream, no connection is open.
 * - Only JSON objects with a `type` are events, the `event` field is ignored, and pings are not yielded.
 *
 * Ends when `signal` aborts or the customer signs out.
 *
 * @throws EventStreamError if the status or content type is final
 * @throws errors of `onOpen` and `activity`
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
    // Only a lost connection is reestablished. Other errors go to the caller.
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
          // fetch treats a header as a byte string; the standard sends the id in UTF-8.
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
      // The parser removes the byte order mark; the decoder would remove a second one.
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
    // A rejected token is exchanged and retried at once. If the new token is rejected too, the next retry waits.
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
 * Pauses after five minutes in a hidden tab and while offline, and resumes when the page is visible and online. Only
 * for pages; elsewhere omit `activity`.
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

/** Ignores data that is not an object with a type. */
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
