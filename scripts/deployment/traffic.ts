// Client load during a rolling restart: continuous calls, event streams, and calls with slowly sent bodies.
import { connect, type TLSSocket } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';

export interface Tally {
  calls: number;
  failures: string[];
  slowestMs: number;
}

/** Makes sequential calls until the signal. A failed call throws. */
export async function callUntil(
  stop: AbortSignal,
  calls: readonly (() => Promise<void>)[],
  tally: Tally,
): Promise<void> {
  for (let turn = 0; !stop.aborted; turn += 1) {
    const begun = performance.now();
    await calls[turn % calls.length]?.().catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      tally.failures.push(`${String(error)}${cause}`);
    });
    tally.calls += 1;
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - begun);
  }
}

export interface StreamTally {
  open: number;
  /** Streams that their node ended with the end of the body. */
  ended: number;
  failures: string[];
}

/** Keeps one event stream open over plain HTTP. It must end with the end of its body, never with a lost connection. */
export async function keepStream(
  stop: AbortSignal,
  openStream: (signal: AbortSignal) => Promise<Response>,
  tally: StreamTally,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const { status, body } = await openStream(stop);
      if (status !== 200 || !body) throw new Error(`status ${status}`);
      tally.open += 1;
      for await (const _ of body);
      tally.ended += 1;
    } catch (error) {
      if (!stop.aborted) tally.failures.push(String(error));
    }
    await pause(200);
  }
}

/** Sends a call except for the last byte of its body. `finish` sends that byte and returns the status line. */
export async function beginCall(port: number, ca: string): Promise<{ finish(): Promise<string> }> {
  const body = 'grant_type=refresh_token&refresh_token=unknown';
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const each = connect({ port, host: 'localhost', ca }, () => resolve(each)).once('error', reject);
  });
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const ended = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(answer)).on('error', () => {});
  });
  socket.write(
    [
      'POST /api/oauth2/token HTTP/1.1',
      'host: localhost',
      'connection: close',
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${body.length}`,
      '',
      body.slice(0, -1),
    ].join('\r\n'),
  );
  return {
    async finish() {
      socket.write(body.slice(-1));
      return (await ended).split('\r\n')[0] ?? '';
    },
  };
}
