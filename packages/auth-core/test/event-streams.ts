import { openEventStream, type EventStreamOptions, type StreamEvent } from '../src/sse/index.js';

interface Connection {
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** The chunks of a stream, a status without a body, a network error, or a response of another content type. */
export type Answer = string[] | number | Error | { chunks: (string | Uint8Array)[]; contentType: string | null };

function respond({ chunks, contentType }: Extract<Answer, { chunks: unknown }>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
  return new Response(body, { headers: contentType === null ? {} : { 'content-type': contentType } });
}

/** A server that responds to each connection with the next of `answers`, and with 500 after the last. */
function fakeServer(answers: Answer[]) {
  const connections: Connection[] = [];
  const fetch = (async (url, init) => {
    // Throws for headers that are not byte strings, like every fetch.
    const { headers } = new Request(new URL(String(url), 'http://localhost'), { headers: init?.headers ?? {} });
    connections.push({ headers: Object.fromEntries(headers), signal: init?.signal as AbortSignal });
    const answer = answers[connections.length - 1] ?? 500;
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'number') return new Response(null, { status: answer });
    return respond(Array.isArray(answer) ? { chunks: answer, contentType: 'text/event-stream' } : answer);
  }) as typeof globalThis.fetch;
  return { connections, fetch };
}

export interface FollowOptions extends Omit<Partial<EventStreamOptions>, 'auth'> {
  token?: () => string | undefined;
  /** Stops reading after this many events. */
  count?: number;
  /** Aborts the stream before this number of waits. @default 8 */
  mostWaits?: number;
  onEvent?: (event: StreamEvent, stop: AbortController) => void;
}

/** Reads a stream with these server responses until it ends, fails, or reaches a limit of `options`. */
export async function follow(answers: Answer[], options: FollowOptions = {}) {
  const { token, count = Infinity, mostWaits = 8, onEvent, ...rest } = options;
  const { connections, fetch } = fakeServer(answers);
  const waits: number[] = [];
  const rejections: (string | undefined)[] = [];
  const events: StreamEvent[] = [];
  const stop = new AbortController();
  const stream = openEventStream('/api/sse', {
    auth: {
      getAccessToken: async ({ rejected } = {}) => {
        rejections.push(rejected);
        return token ? token() : rejected === undefined ? 'old' : 'new';
      },
    },
    fetch,
    signal: stop.signal,
    random: () => 0,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      if (waits.length === mostWaits) stop.abort();
    },
    ...rest,
  });
  let failure: unknown;
  try {
    for await (const event of stream) {
      events.push(event);
      onEvent?.(event, stop);
      if (events.length === count) break;
    }
  } catch (error) {
    failure = error;
  }
  return { connections, events, waits, rejections, failure };
}
