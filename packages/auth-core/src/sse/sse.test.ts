import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageActivity, openEventStream, type StreamEvent } from './index.js';

interface Connection {
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** A server whose connections each answer the next of `answers`: chunks of a stream, or a status. */
function fakeServer(answers: (string[] | number)[]) {
  const connections: Connection[] = [];
  const fetch = (async (_url, init) => {
    connections.push({ headers: init?.headers as Record<string, string>, signal: init?.signal as AbortSignal });
    const answer = answers[connections.length - 1] ?? 500;
    if (typeof answer === 'number') return new Response(null, { status: answer });
    const bytes = answer.map((chunk) => new TextEncoder().encode(chunk));
    return new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of bytes) controller.enqueue(chunk);
          controller.close();
        },
      }),
    );
  }) as typeof globalThis.fetch;
  return { connections, fetch };
}

async function collect(
  answers: (string[] | number)[],
  count: number,
  options: { token?: () => string | undefined } = {},
) {
  const { connections, fetch } = fakeServer(answers);
  const waits: number[] = [];
  const rejections: (string | undefined)[] = [];
  const events: StreamEvent[] = [];
  const stop = new AbortController();
  const stream = openEventStream('/api/sse', {
    auth: {
      getAccessToken: async ({ rejected } = {}) => {
        rejections.push(rejected);
        return options.token ? options.token() : rejected === undefined ? 'old' : 'new';
      },
    },
    fetch,
    signal: stop.signal,
    random: () => 0.5,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      if (waits.length === 8) stop.abort();
    },
  });
  for await (const event of stream) {
    events.push(event);
    if (events.length === count) break;
  }
  return { connections, events, waits, rejections };
}

test('yields frames as JSON with their ids, however they are cut, and no pings', async () => {
  const { events } = await collect(
    [['id: 1\nda', 'ta: {"type":"a"}\n\ndata: {"type":"ping"}\n\nid: 2\ndata: {"type":"b"}\n', '\n']],
    2,
  );
  expect(events).toEqual([
    { id: '1', data: { type: 'a' } },
    { id: '2', data: { type: 'b' } },
  ]);
});

test('reconnects after three seconds with the last id it saw', async () => {
  const { connections, waits } = await collect(
    [['id: 7\ndata: {"type":"a"}\n\n'], ['id: 8\ndata: {"type":"b"}\n\n']],
    2,
  );
  expect(waits).toEqual([3000]);
  expect(connections[0]?.headers['last-event-id']).toBeUndefined();
  expect(connections[1]?.headers['last-event-id']).toBe('7');
});

test('backs off while it keeps failing, up to a minute', async () => {
  const { waits } = await collect([], 1);
  expect(waits).toEqual([3000, 3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000]);
});

test('a refused token is exchanged once and tried at once', async () => {
  const { connections, rejections, waits } = await collect([401, ['id: 1\ndata: {"type":"a"}\n\n']], 1);
  expect(rejections).toEqual([undefined, 'old']);
  expect(connections.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  expect(waits).toEqual([]);
});

test('ends where nobody is signed in', async () => {
  const { connections, events } = await collect([], 1, { token: () => undefined });
  expect({ connections, events }).toEqual({ connections: [], events: [] });
});

test('a line without an end does not fill the memory: the connection is dropped', async () => {
  const { connections, events } = await collect(
    [[`data: ${'x'.repeat(300_000)}`, 'y'], ['id: 1\ndata: {"type":"a"}\n\n']],
    1,
  );
  expect(events).toHaveLength(1);
  expect(connections[0]?.signal.aborted).toBe(true);
});

describe('a connection', () => {
  /** Streams that stay open until they are aborted. */
  function openConnections() {
    const signals: AbortSignal[] = [];
    const fetch = (async (_url, init) => {
      const signal = init?.signal as AbortSignal;
      signals.push(signal);
      return new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
        }),
      );
    }) as typeof globalThis.fetch;
    return { signals, fetch };
  }
  const auth = { getAccessToken: async () => 'wat' };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('that misses three heartbeats is given up and made again', async () => {
    const { signals, fetch } = openConnections();
    const stop = new AbortController();
    const end = openEventStream('/api/sse', { auth, fetch, signal: stop.signal, random: () => 0.5 }).next();
    await vi.advanceTimersByTimeAsync(44_999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(3001);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    stop.abort();
    await end;
  });

  test('rests after five minutes hidden and while offline, and begins again when the page is seen online', async () => {
    const page = new EventTarget() as EventTarget & { visibilityState: string };
    page.visibilityState = 'visible';
    const network = { onLine: true };
    const windowEvents = new EventTarget();
    vi.stubGlobal('document', page);
    vi.stubGlobal('navigator', network);
    vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
    const turn = async (change: () => void, target: EventTarget, type: string): Promise<void> => {
      change();
      target.dispatchEvent(new Event(type));
      await vi.advanceTimersByTimeAsync(0);
    };
    const hide = () => turn(() => (page.visibilityState = 'hidden'), page, 'visibilitychange');
    const show = () => turn(() => (page.visibilityState = 'visible'), page, 'visibilitychange');

    const { signals, fetch } = openConnections();
    const stop = new AbortController();
    const activity = createPageActivity({ signal: stop.signal });
    const options = { auth, fetch, signal: stop.signal, activity, random: () => 0.5 };
    const end = openEventStream('/api/sse', options).next();
    await vi.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(1);

    await turn(() => (network.onLine = false), windowEvents, 'offline');
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(signals).toHaveLength(1);
    await turn(() => (network.onLine = true), windowEvents, 'online');
    await vi.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(2);

    await hide();
    // Seen again in time: the five minutes begin anew.
    await vi.advanceTimersByTimeAsync(20_000);
    await show();
    expect(signals[1]?.aborted).toBe(false);
    await hide();
    await vi.advanceTimersByTimeAsync(300_000);
    const whileHidden = signals.length;
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(signals).toHaveLength(whileHidden);
    await show();
    expect(signals).toHaveLength(whileHidden + 1);

    await hide();
    await vi.advanceTimersByTimeAsync(300_000);
    // Stopped while it rests, it does not wait to be seen again.
    stop.abort();
    expect(await end).toEqual({ done: true, value: undefined });
  });
});
