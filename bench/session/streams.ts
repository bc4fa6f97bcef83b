import { fetchEventSource } from '@microsoft/fetch-event-source';
import { openEventStream } from '@wusd/auth-core/sse';
import { EventSource } from 'eventsource';
import { median, table } from '../table.ts';

const chunkBytes = 16 * 1024;
const rounds = 7;

/** An answer that brings this text in pieces, as a network does. */
function answer(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += chunkBytes)));
      return undefined;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

type Reader = (text: string, events: number) => Promise<void>;

const readers: Record<string, Reader> = {
  async '@wusd/auth-core'(text, events) {
    const stop = new AbortController();
    const fetch = async (): Promise<Response> => answer(text);
    const stream = openEventStream('/sse', {
      auth: { getAccessToken: async () => 'token' },
      fetch,
      signal: stop.signal,
      wait: async () => stop.abort(),
    });
    let seen = 0;
    for await (const _ of stream) seen += 1;
    if (seen !== events) throw new Error(`${seen} events`);
  },
  async eventsource(text, events) {
    await new Promise<void>((resolve) => {
      let seen = 0;
      const source = new EventSource('http://127.0.0.1/sse', { fetch: async () => answer(text) });
      source.addEventListener('message', ({ data }) => {
        JSON.parse(data as string);
        seen += 1;
        if (seen === events) resolve(source.close());
      });
      // A line too long for it ends in an error.
      source.addEventListener('error', () => resolve(source.close()));
    });
  },
  async '@microsoft/fetch-event-source'(text) {
    await fetchEventSource('/sse', {
      fetch: async () => answer(text),
      openWhenHidden: true,
      onmessage: ({ data }) => void (data && JSON.parse(data)),
      onerror(error) {
        throw error;
      },
    });
  },
};

/** Milliseconds to read a line of a mebibyte, and many small events, each from the first byte to the last event. */
export async function streams(): Promise<void> {
  // It asks the page for its timers, and to be told when it is hidden.
  Object.assign(globalThis, { window: globalThis, document: new EventTarget() });
  const event = `id: 42\ndata: {"type":"wallet_account_updated","walletId":"wal_01hqxyz0000000000000"}\n\n`;
  const inputs: Record<string, [text: string, events: number]> = {
    // Just under what our stream takes; beyond it the connection is dropped.
    'a line of 256 KiB, ms': [`data: {"type":"x","y":"${'a'.repeat(250 * 1024)}"}\n\n`, 1],
    'a line of 1 MiB, ms': [`data: {"type":"x","y":"${'a'.repeat(1024 * 1024)}"}\n\n`, 0],
    '20,000 events, ms': [event.repeat(20_000), 20_000],
  };
  const rows: string[][] = [];
  for (const [name, read] of Object.entries(readers)) {
    const row = [name];
    for (const [text, events] of Object.values(inputs)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        await read(text, events);
        times.push(performance.now() - start);
      }
      row.push(median(times).toFixed(1));
    }
    rows.push(row);
  }
  table(['reading', ...Object.keys(inputs)], rows);
}
