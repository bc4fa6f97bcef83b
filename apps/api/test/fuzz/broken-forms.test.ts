import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { maxFormBytes } from '../../src/platform/http/uploads.ts';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { end, field, file, forms, startOnTheWire, type } from '../../testing/broken-requests.ts';

// Malformed forms that no HTTP client sends. The server answers with a client error and never reads without limit.

const { port, authorization, refusal } = await startOnTheWire();

describe.each(forms)('a form sent to %s', (path) => {
  const post = (contentType: string, body: string): Buffer =>
    rawRequest(`POST ${path} HTTP/1.1`, [authorization, contentType], body);

  test.each([
    ['is cut off inside a field', type('b'), field('client_id', 'wusd-web').slice(0, -4)],
    ['is cut off inside a file', type('b'), file('receipts', 'abc').slice(0, -2)],
    ['has no closing boundary', type('b'), field('client_id', 'wusd-web')],
    ['is empty', type('b'), ''],
    ['names no boundary', type(), field('client_id', 'wusd-web') + end],
    ['names an empty boundary', type(''), field('client_id', 'wusd-web') + end],
    ['names a boundary of 2,000 characters', type('c'.repeat(2000)), field('client_id', 'wusd-web') + end],
    ['uses another boundary than it names', type('c'), field('client_id', 'wusd-web') + end],
    ['has a part without a name', type('b'), `--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`],
    ['has a file without a name', type('b'), file('', 'x') + end],
    ['has a part without a header', type('b'), `--b\r\n\r\nx\r\n${end}`],
    ['has a part with 200 kB of headers', type('b'), field('client_id', 'x', `X: ${'x'.repeat(200_000)}`) + end],
    ['has a part with 3,000 headers', type('b'), field('client_id', 'x', ...Array(3000).fill('X: y')) + end],
    ['has 2,000 parts', type('b'), field('client_id', 'x').repeat(2000) + end],
    ['has a field twice', type('b'), field('client_id', 'x') + field('client_id', 'y') + end],
    ['names a property of every object', type('b'), field('__proto__', 'x') + field('constructor', 'y') + end],
    ['has broken JSON in a field', type('b'), field('client_id', '{', 'Content-Type: application/json') + end],
    ['has an unknown transfer encoding', type('b'), field('client_id', 'x', 'Content-Transfer-Encoding: foo') + end],
    ['has broken base64', type('b'), field('client_id', '%', 'Content-Transfer-Encoding: base64') + end],
    ['has an unknown character set', type('b'), field('client_id', 'x', 'Content-Type: text/plain; charset=z') + end],
    ['goes on after its end', type('b'), field('client_id', 'x') + end + field('client_id', 'x').repeat(50)],
  ])('that %s is refused with a client error (control 32)', async (_, contentType, body) => {
    const { status, result } = await refusal(post(contentType, body));
    expect([400, 413, 415]).toContain(status);
    expect(result).toMatchObject({ retryable: false });
  });

  test('that exceeds the limit of its fields and files is refused (control 18)', async () => {
    const limit = maxFormBytes({ files: path.includes('oauth2') || path.includes('login') ? 0 : 3 });
    const declared = await sendRaw(port, Buffer.from(`${rawHead(path)}Content-Length: ${limit + 1}\r\n\r\n`));
    expect(declared?.status).toBe(413);
    const chunk = `${(limit + 1).toString(16)}\r\n${field('client_id', '').trimEnd()}\r\n\r\n`;
    const undeclared = `${rawHead(path)}Transfer-Encoding: chunked\r\n\r\n${chunk}${'x'.repeat(limit)}`;
    expect((await refusal(Buffer.from(undeclared))).status).toBe(413);
  });
});

describe('a form that is refused early', () => {
  const [, path = ''] = forms;

  const answerOf = (sent: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });

  /** Sends the rest of a form after its answer, then another request. @returns the statuses and the local ports */
  async function sendOn(
    first: string,
    rest: string,
  ): Promise<{ statuses: (number | undefined)[]; ports: Set<unknown> }> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<unknown>();
    const open = (method: string, target: string, headers: Record<string, string>): ClientRequest =>
      request({ agent, port, host: '127.0.0.1', method, path: target, headers }).once('socket', (socket) =>
        socket.once('connect', () => ports.add(socket.localPort)),
      );
    try {
      const sent = open('POST', path, { 'content-type': 'multipart/form-data; boundary=b' });
      sent.write(first);
      const answer = await answerOf(sent);
      answer.resume();
      sent.end(rest);
      await once(answer, 'end');
      const next = open('GET', '/api/config', {}).end();
      const following = await answerOf(next);
      following.resume();
      await once(following, 'end');
      return { statuses: [answer.statusCode, following.statusCode], ports };
    } finally {
      agent.destroy();
    }
  }

  test('is read to its end, so that its connection serves the next request', async () => {
    const { statuses, ports } = await sendOn(file('payload', 'x') + field('client_id', 'wusd-web'), end);
    expect(statuses).toEqual([413, 200]);
    expect(ports.size).toBe(1);
  });

  test('is read only up to a limit, then its connection is closed (control 18)', async () => {
    const limit = maxFormBytes({ files: 0 });
    const first = file('payload', 'x');
    const size = (first.length + limit).toString(16);
    const bytes = `${rawHead(path)}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${first}${'x'.repeat(limit)}`;
    expect((await refusal(Buffer.from(bytes))).status).toBe(413);
  });
});

const rawHead = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n${type('b')}\r\n`;
