import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends raw bytes to a server on loopback, and reads until the server closes the connection or starts an event stream.
 *
 * @param bytes request, which should contain `Connection: close`
 * @param closesEarly closes the client's side after sending; Node then answers only malformed requests
 * @returns undefined if the server closed the connection without an answer
 */
export function sendRaw(
  port: number,
  bytes: Buffer,
  { closesEarly = false, signal }: { closesEarly?: boolean; signal?: AbortSignal } = {},
): Promise<RawAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', ...(signal && { signal }) });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (/\r\ncontent-type: text\/event-stream.*\r\n\r\n/s.test(chunk.toString('latin1'))) socket.destroy();
    });
    // A server that rejects a request may close before reading all of it. The part of its answer that arrived counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))));
    if (closesEarly) socket.end(bytes);
    else socket.write(bytes);
  });
}

function parse(text: string): RawAnswer | undefined {
  if (text === '') return undefined;
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = text.slice(end + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]),
    headers,
    body: headers['transfer-encoding'] === 'chunked' ? unchunked(rest) : rest,
  };
}

function unchunked(text: string): string {
  let body = '';
  let at = 0;
  for (;;) {
    const end = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, end), 16);
    if (end < 0 || !(length > 0)) return body;
    body += text.slice(end + 2, end + 2 + length);
    at = end + 4 + length;
  }
}

/** Builds a request with the given head and the length of its body. */
export function rawRequest(line: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  const length = bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : [];
  const head = [line, 'Host: localhost', 'Connection: close', ...headers, ...length].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}
