import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { follow, type Answer, type FollowOptions } from '../../test/event-streams.js';
import { createPageActivity, openEventStream } from './index.js';

async function collect(answers: Answer[], count: number, options: FollowOptions = {}) {
  const { failure, ...read } = await follow(answers, { count, ...options });
  if (failure !== undefined) throw failure;
  return read;
}

test('yields frames as JSON with their ids across chunks, without pings', async () => {
  const { events } = await collect(
    [['id: 1\nda', 'ta: {"type":"a"}\n\ndata: {"type":"ping"}\n\nid: 2\ndata: {"type":"b"}\n', '\n']],
    2,
  );
  expect(events).toEqual([
    { id: '1', data: { type: 'a' } },
    { id: '2', data: { type: 'b' } },
  ]);
});

test('reconnects after three seconds with the last received id', async () => {
  const { connections, waits } = await collect(
    [['id: 7\ndata: {"type":"a"}\n\n'], ['id: 8\ndata: {"type":"b"}\n\n']],
    2,
  );
  expect(waits).toEqual([3000]);
  expect(connections[0]?.headers['last-event-id']).toBeUndefined();
  expect(connections[1]?.headers['last-event-id']).toBe('7');
});

test('backs off up to one minute while it keeps failing', async () => {
  const { waits } = await collect([], 1);
  expect(waits).toEqual([3000, 3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000]);
});

test('exchanges a rejected token once and retries at once', async () => {
  const { connections, rejections, waits } = await collect([401, ['id: 1\ndata: {"type":"a"}\n\n']], 1);
  expect(rejections).toEqual([undefined, 'old']);
  expect(connections.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  expect(waits).toEqual([]);
});

test('ends if nobody is signed in', async () => {
  const { connections, events } = await collect([], 1, { token: () => undefined });
  expect({ connections, events }).toEqual({ connections: [], events: [] });
});

test('drops the connection if a line has no end, to limit memory', async () => {
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
        { headers: { 'content-type': 'text/event-stream' } },
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

  test('that misses three heartbeats is closed and replaced', async () => {
    const { signals, fetch } = openConnections();
    const stop = new AbortController();
    const end = openEventStream('/api/sse', { auth, fetch, signal: stop.signal, random: () => 0 }).next();
    await vi.advanceTimersByTimeAsync(44_999);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(3001);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    stop.abort();
    await end;
  });

  test('pauses after five minutes hidden and while offline, and resumes when the page is visible and online', async () => {
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
    const options = { auth, fetch, signal: stop.signal, activity, random: () => 0 };
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
    // The page is visible in time: the five minutes restart.
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
    // Stopped during a pause, the stream ends without waiting for the page to become visible.
    stop.abort();
    expect(await end).toEqual({ done: true, value: undefined });
  });
});

test('resumes from a lower id that the server sent as a correction', async () => {
  const { connections, events } = await collect(
    [
      ['id: 90\ndata: {"type":"a"}\n\n', 'id: 12\ndata: {"type":"wallet_account_updated"}\n\n'],
      ['id: 13\ndata: {"type":"b"}\n\n'],
    ],
    3,
  );
  expect(events[1]).toEqual({ id: '12', data: { type: 'wallet_account_updated' } });
  expect(connections[1]?.headers['last-event-id']).toBe('12');
});
