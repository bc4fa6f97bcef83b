/* oxlint-disable no-await-in-loop -- a stream is one thing after another */
import { createParser } from 'eventsource-parser';

export interface EventStreamOptions {
  auth: { getAccessToken(options?: { rejected?: string }): Promise<string | undefined> };
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
  /** Resume after this id. */
  lastEventId?: string;
  /** Resolves when the stream may run, and aborts its signal when it should rest (hidden, offline). @default always */
  activity?: () => Promise<AbortSignal>;
  /** Called when a connection is open: what was loaded before may have changed since. */
  onOpen?: () => void;
  /** Waits; a test passes its own. */
  wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  random?: () => number;
}

export interface StreamEvent {
  id: string;
  /** The frame's data, parsed as JSON. What is no object with a type is not yielded. */
  data: { type: string; [property: string]: unknown };
}

const reconnectMs = 3000;
const longestWaitMs = 60_000;
/** Three missed heartbeats. */
const silenceMs = 45_000;
const maxBufferSize = 256 * 1024;

/**
 * Server-sent events over fetch, with a bearer token. Reconnects after three seconds with jitter, backing off while it keeps
 * failing, and resumes after the last id. Ends when `signal` aborts or nobody is signed in any more. Pings are not yielded.
 */
export async function* openEventStream(
  url: string,
  options: EventStreamOptions,
): AsyncGenerator<StreamEvent, void, void> {
  const { auth, signal, fetch = globalThis.fetch, activity, onOpen, wait = waitFor, random = Math.random } = options;
  let { lastEventId } = options;
  let failures = 0;
  let rejected: string | undefined;

  // oxlint-disable-next-line no-unmodified-loop-condition -- aborting modifies it
  while (!signal?.aborted) {
    const resting = await activity?.();
    const connection = new AbortController();
    const close = (): void => connection.abort();
    const unlink = [signal, resting].map((source) => {
      if (source?.aborted) close();
      source?.addEventListener('abort', close, { once: true });
      return () => source?.removeEventListener('abort', close);
    });
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(watchdog);
      watchdog = setTimeout(close, silenceMs);
    };
    try {
      const token = await auth.getAccessToken(rejected === undefined ? undefined : { rejected });
      rejected = undefined;
      if (token === undefined) return;
      heard();
      const response = await fetch(url, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        },
        signal: connection.signal,
        cache: 'no-store',
        redirect: 'error',
      });
      if (response.status === 401) rejected = token;
      if (!response.ok || !response.body) throw new Error(String(response.status));

      onOpen?.();
      const arrived: StreamEvent[] = [];
      const parser = createParser({
        maxBufferSize,
        onEvent({ id, data }) {
          if (id !== undefined) lastEventId = id;
          const value = parse(data);
          if (value && value.type !== 'ping') arrived.push({ id: lastEventId ?? '', data: value });
        },
        onError: (error) => {
          if (error.type === 'max-buffer-size-exceeded') close();
        },
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        heard();
        failures = 0;
        parser.feed(chunk.value);
        yield* arrived.splice(0);
      }
    } catch {
      // Whatever it was, the remedy is the same: connect again.
    } finally {
      clearTimeout(watchdog);
      for (const undo of unlink) undo();
      connection.abort();
    }
    if (signal?.aborted) return;
    // A refused token is exchanged and tried at once; if that is refused too, waiting begins.
    if (rejected !== undefined && failures === 0) {
      failures = 1;
      continue;
    }
    const base = Math.min(longestWaitMs, reconnectMs * 2 ** Math.max(0, failures - 1));
    failures += 1;
    await wait(base * (0.8 + 0.4 * random()), signal);
  }
}

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
  const look = (): void => {
    const isHidden = document.visibilityState === 'hidden';
    if (!navigator.onLine) rest();
    if (isHidden) {
      timer ??= setTimeout(rest, hiddenMs);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    if (!navigator.onLine) return;
    if (running.signal.aborted) running = new AbortController();
    for (const resume of waiting.splice(0)) resume();
  };
  const options = signal ? { signal } : {};
  document.addEventListener('visibilitychange', look, options);
  addEventListener('online', look, options);
  addEventListener('offline', look, options);
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const resume of waiting.splice(0)) resume();
  });
  look();

  return async () => {
    if (running.signal.aborted) await new Promise<void>((resume) => waiting.push(resume));
    return running.signal;
  };
}

/** What is no object with a type is not ours. */
function parse(data: string): StreamEvent['data'] | undefined {
  try {
    const value = JSON.parse(data) as StreamEvent['data'] | null;
    return typeof value?.type === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
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
