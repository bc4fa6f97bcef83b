// Server-sent events of the HTML standard: https://html.spec.whatwg.org/multipage/server-sent-events.html
import { describe, expect, test } from 'vitest';
import { follow } from '../../test/event-streams.js';
import { EventStreamError, openEventStream } from './index.js';

const a = 'data: {"type":"a"}\n\n';
const b = 'data: {"type":"b"}\n\n';
const idHeaders = (connections: { headers: Record<string, string> }[]): (string | undefined)[] =>
  connections.map(({ headers }) => headers['last-event-id']);

describe('9.2.3 Processing model', () => {
  test('a 204 ends the stream', async () => {
    const { connections, waits, failure } = await follow([204, [a]]);
    expect({ connections: connections.length, waits, failure }).toEqual({
      connections: 1,
      waits: [],
      failure: undefined,
    });
  });

  test('a 204 ends a stream that was open before', async () => {
    const { connections, events, failure } = await follow([[a], 204, [b]]);
    expect({ connections: connections.length, events: events.length, failure }).toEqual({
      connections: 2,
      events: 1,
      failure: undefined,
    });
  });

  test.each([201, 202, 205, 301, 304, 400, 403, 404, 408, 410, 422])(
    'a status of %i permanently fails the connection',
    async (status) => {
      const { connections, waits, failure } = await follow([status, [a]]);
      expect(failure).toBeInstanceOf(EventStreamError);
      expect(failure).toMatchObject({ status });
      expect({ connections: connections.length, waits }).toEqual({ connections: 1, waits: [] });
      expect(connections[0]?.signal.aborted).toBe(true);
    },
  );

  test.each([null, 'text/html', 'application/json', 'text/event-streams', 'text/plain; charset="text/event-stream"'])(
    'a content type of %s permanently fails the connection',
    async (contentType) => {
      const opened: number[] = [];
      const { connections, events, waits, failure } = await follow([{ chunks: [a], contentType }, [a]], {
        onOpen: () => opened.push(1),
      });
      expect(failure).toBeInstanceOf(EventStreamError);
      expect(failure).toMatchObject({ status: 200 });
      expect({ connections: connections.length, events, waits, opened }).toEqual({
        connections: 1,
        events: [],
        waits: [],
        opened: [],
      });
    },
  );

  test.each(['text/event-stream;charset=utf-8', 'Text/Event-Stream ; charset=UTF-8'])(
    'accepts a content type of %s',
    async (contentType) => {
      const { events } = await follow([{ chunks: [a], contentType }], { count: 1 });
      expect(events).toHaveLength(1);
    },
  );

  test.each([[429], [500], [502], [503], [new TypeError('Failed to fetch')]])(
    'reestablishes the connection after %s',
    async (answer) => {
      const { events, waits, failure } = await follow([answer, [a]], { count: 1 });
      expect({ events: events.length, waits, failure }).toEqual({ events: 1, waits: [3000], failure: undefined });
    },
  );

  test('a 401 is not final: retries with the refreshed token at once, and then after waiting', async () => {
    const { connections, rejections, waits } = await follow([401, 401, [a]], { count: 1 });
    expect({ connections: connections.length, rejections, waits }).toEqual({
      connections: 3,
      rejections: [undefined, 'old', 'new'],
      waits: [3000],
    });
  });

  test('waits at least the reconnection time with any jitter', async () => {
    const waitsWith = async (random: number): Promise<number[]> =>
      (await follow([[a]], { random: () => random, mostWaits: 1 })).waits;
    expect(await waitsWith(0)).toEqual([3000]);
    expect(await waitsWith(1)).toEqual([3600]);
  });

  test('requests a token again if none is available', async () => {
    let asked = 0;
    const { events, waits } = await follow([[a]], {
      token: () => {
        asked += 1;
        if (asked === 1) throw new Error('No connection');
        return 'token';
      },
      count: 1,
    });
    expect({ events: events.length, waits }).toEqual({ events: 1, waits: [3000] });
  });

  test('an error thrown by onOpen rejects the iterator and closes the connection', async () => {
    const mistake = new TypeError('a mistake in onOpen');
    const { connections, waits, failure } = await follow([[a], [a]], {
      onOpen: () => {
        throw mistake;
      },
    });
    expect(failure).toBe(mistake);
    expect({ connections: connections.length, waits }).toEqual({ connections: 1, waits: [] });
    expect(connections[0]?.signal.aborted).toBe(true);
  });

  test('an error that the consumer throws into the iterator is rethrown', async () => {
    const mistake = new TypeError('a mistake in the reader');
    const headers = { 'content-type': 'text/event-stream' };
    let connections = 0;
    const stream = openEventStream('/api/sse', {
      auth: { getAccessToken: async () => 'token' },
      fetch: async () => {
        connections += 1;
        return new Response(a, { headers });
      },
      wait: async () => {},
    });
    await stream.next();
    await expect(stream.throw(mistake)).rejects.toBe(mistake);
    expect(connections).toBe(1);
  });
});

describe('9.2.4 The Last-Event-ID header', () => {
  test('is kept across connections that send no id, or fail', async () => {
    const { connections } = await follow([[`id: 7\n${a}`], 503, [b], [a]], { count: 3 });
    expect(idHeaders(connections)).toEqual([undefined, '7', '7', '7']);
  });

  test('is not sent if the last event ID is the empty string', async () => {
    const { connections } = await follow([[`id: 7\n${a}`], [`id\n${b}`], [a]], { count: 3, lastEventId: '' });
    expect(idHeaders(connections)).toEqual([undefined, '7', undefined]);
  });

  test('is encoded as UTF-8', async () => {
    const { connections, events } = await follow([[`id: ก€\n${a}`], [a]], { count: 2 });
    expect(events[0]?.id).toBe('ก€');
    const sent = Uint8Array.from(idHeaders(connections)[1] ?? '', (byte) => byte.charCodeAt(0));
    expect(new TextDecoder().decode(sent)).toBe('ก€');
  });
});

describe('9.2.5 Parsing an event stream', () => {
  const types = async (chunks: (string | Uint8Array)[]): Promise<string[]> => {
    const { events } = await follow([{ chunks, contentType: 'text/event-stream' }], { mostWaits: 1 });
    return events.map(({ data }) => data.type);
  };

  test('ignores one leading byte order mark, across chunks', async () => {
    expect(await types([`\uFEFF${a}${b}`])).toEqual(['a', 'b']);
    expect(await types([Uint8Array.of(0xef), Uint8Array.of(0xbb), Uint8Array.of(0xbf), `${a}${b}`])).toEqual([
      'a',
      'b',
    ]);
  });

  test('a second byte order mark belongs to the line', async () => {
    expect(await types([`\uFEFF\uFEFF${a}${b}`])).toEqual(['b']);
    expect(await types([`${a}\uFEFF${b}`])).toEqual(['a']);
  });

  test.each(['\n', '\r', '\r\n'])('lines end with %j, across chunks', async (end) => {
    const text = `${a}: comment\n${b}`.replaceAll('\n', end);
    expect(await types([text])).toEqual(['a', 'b']);
    expect(await types(text.split(''))).toEqual(['a', 'b']);
  });

  test('decodes characters across chunks, and replaces invalid UTF-8 with replacement characters', async () => {
    const bytes = [...new TextEncoder().encode('data: {"type":"ก"}\n\n')];
    expect(await types(bytes.map((byte) => Uint8Array.of(byte)))).toEqual(['ก']);
    expect(await types(['data: {"type":"', Uint8Array.of(0xff), '"}\n\n'])).toEqual(['\uFFFD']);
  });
});

describe('9.2.6 Interpreting an event stream', () => {
  const read = async (...chunks: string[]) => follow([chunks, [a]], { mostWaits: 2 });

  test('data lines are joined, each without one leading space; comments and unknown fields are ignored', async () => {
    const { events } = await read(': comment\nunknown: 1\nunknown\ndata:{"type":"a",\n:data: no\ndata:  "b": 1}\n\n');
    expect(events[0]).toEqual({ id: '', data: { type: 'a', b: 1 } });
  });

  test('a field without a colon has the empty string for its value', async () => {
    const { events } = await read(`data\ndata: {"type":"a"}\ndata\n\nid: 7\n\nid\n${b}`);
    expect(events.slice(0, 2)).toEqual([
      { id: '', data: { type: 'a' } },
      { id: '', data: { type: 'b' } },
    ]);
  });

  test('an id also applies to later events', async () => {
    const { events } = await read(`id: 7\n${a}${b}`);
    expect(events.slice(0, 2).map(({ id }) => id)).toEqual(['7', '7']);
  });

  test('an id of a block without data counts', async () => {
    const { connections, events } = await read(`id: 7\n\n${a}id: 8\n\n`);
    expect(events[0]?.id).toBe('7');
    expect(idHeaders(connections)[1]).toBe('8');
  });

  test('an id with U+0000 is ignored', async () => {
    const { connections, events } = await read(`id: 7\n${a}id: 8\0\n${b}`);
    expect(events.slice(0, 2).map(({ id }) => id)).toEqual(['7', '7']);
    expect(idHeaders(connections)[1]).toBe('7');
  });

  test('discards an event that the end of the file cuts off, with its id', async () => {
    const { connections, events } = await read(`id: 7\n${a}id: 8\ndata: {"type":"b"}\n`);
    expect(events.map(({ data }) => data.type)).toEqual(['a', 'a']);
    expect(idHeaders(connections)[1]).toBe('7');
  });

  test('retry sets the reconnection time, also for later connections', async () => {
    const { waits } = await follow([[`retry: 10000\n\n${a}`], [b], [`retry:20\n${a}`], [b]], { mostWaits: 4 });
    expect(waits).toEqual([10_000, 10_000, 20, 20]);
  });

  test.each(['1e3', '-1', '+5', '5s', '5 ', '0x10', '1.5', '', '٣'])('a retry of %j is ignored', async (value) => {
    const { waits } = await follow([[`retry: ${value}\nretry\n${a}`]], { mostWaits: 1 });
    expect(waits).toEqual([3000]);
  });

  test('failures back off from three seconds, never below the reconnection time', async () => {
    const from = async (retry: string): Promise<number[]> =>
      (await follow([[`retry: ${retry}\n${a}`]], { mostWaits: 6 })).waits;
    expect(await from('10000')).toEqual([10_000, 10_000, 10_000, 12_000, 24_000, 48_000]);
    expect(await from('0')).toEqual([0, 3000, 6000, 12_000, 24_000, 48_000]);
    expect(await from('120000')).toEqual([120_000, 120_000, 120_000, 120_000, 120_000, 120_000]);
  });

  test.each(['99999999999', '9'.repeat(400)])('limits a retry of %s to the longest timer', async (retry) => {
    const { waits } = await follow([[`retry: ${retry}\n${a}`]], { mostWaits: 2, random: () => 1 });
    expect(waits).toEqual([2_147_483_647, 2_147_483_647]);
  });

  test('nothing is dispatched once the stream is closed', async () => {
    const { events } = await follow([[`${a}${b}`]], { onEvent: (_, stop) => stop.abort() });
    expect(events.map(({ data }) => data.type)).toEqual(['a']);
  });
});
