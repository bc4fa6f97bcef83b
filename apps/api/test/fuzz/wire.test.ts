import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { maxFormBytes } from '../../src/platform/http/uploads.ts';
import { type RawAnswer, rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { bearer, createDatabase, type Node, signIn, startNode } from '../../testing/harness.ts';
import * as v from 'valibot';
import { parseJson } from '../../src/platform/json.ts';

// Bytes that no HTTP client would send: whatever they are, the server answers, never with a failure, and a refusal is the envelope.
// FUZZ_SEED=<the seed in a failed test's title> npm test -- api wire
const seed = Number(process.env.FUZZ_SEED ?? '20261123');
const runs = Number(process.env.FUZZ_ROUNDS ?? '24') * 12;
// Each request opens a connection; a busy machine answers a few tens of them a second.
vi.setConfig({ testTimeout: Math.max(60_000, runs * 250) });

let node: Node;
let port: number;
let authorization: string;
beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'wusd-web-'));
  writeFileSync(join(webRoot, 'index.html'), '<main></main>');
  node = await startNode(await createDatabase(), {}, undefined, { webRoot });
  port = Number(new URL(node.baseUrl).port);
  authorization = `Authorization: ${bearer(await signIn(node)).headers['authorization']}`;
});
beforeEach(() => node.server.services.db.deleteFrom('throttle').execute());
afterAll(() => node[Symbol.asyncDispose]());

const envelope = v.object({
  header: v.object({ success: v.boolean(), errCode: v.string() }),
  result: v.nullable(v.record(v.string(), v.unknown())),
});
type Envelope = v.InferOutput<typeof envelope>;

/** What is wrong with an answer, or undefined. */
function faultOf(answer: RawAnswer | undefined, hasBody = true): string | undefined {
  if (!answer) return 'no answer';
  const { status, headers, body } = answer;
  if (!(status >= 200 && status < 500)) return `status ${status}: ${body}`;
  if (status < 400 || !hasBody) return undefined;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `${status} is no envelope: ${body}`;
  const parsed = v.safeParse(envelope, JSON.parse(body));
  if (!parsed.success) return `${status} is no envelope: ${body}`;
  const { header, result } = parsed.output;
  return !header.success && /^\d{5}$/.test(header.errCode) && result?.['errorName'] !== undefined
    ? undefined
    : `${status} is no envelope: ${body}`;
}

async function refusal(bytes: Buffer): Promise<{ status: number; result: Envelope['result'] }> {
  const answer = await sendRaw(port, bytes);
  expect(faultOf(answer)).toBeUndefined();
  const { result } = parseJson(envelope, answer?.body ?? '');
  return { status: answer?.status ?? 0, result };
}

const type = (boundary?: string): string =>
  `Content-Type: multipart/form-data${boundary === undefined ? '' : `; boundary=${boundary}`}`;
const field = (name: string, value: string, ...headers: string[]): string =>
  [`--b`, `Content-Disposition: form-data; name="${name}"`, ...headers, '', value, ''].join('\r\n');
const file = (name: string, value: string): string =>
  [
    '--b',
    `Content-Disposition: form-data; name="${name}"; filename="a.png"`,
    'Content-Type: image/png',
    '',
    value,
    '',
  ].join('\r\n');
const end = '--b--\r\n';

const forms = ['/api/user/login', '/api/auth/oauth2/token', '/api/feedback', '/api/fiat-transaction/deposit'];

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
  ])('that %s is refused as the caller’s mistake (control 32)', async (_, contentType, body) => {
    const { status, result } = await refusal(post(contentType, body));
    expect([400, 413, 415]).toContain(status);
    expect(result).toMatchObject({ retryable: false });
  });

  test('that is larger than its fields and files may be is refused (control 18)', async () => {
    const limit = maxFormBytes({ files: path.includes('oauth2') || path.includes('login') ? 0 : 3 });
    const declared = await sendRaw(port, Buffer.from(`${rawHead(path)}Content-Length: ${limit + 1}\r\n\r\n`));
    expect(declared?.status).toBe(413);
    const chunk = `${(limit + 1).toString(16)}\r\n${field('client_id', '').trimEnd()}\r\n\r\n`;
    const undeclared = `${rawHead(path)}Transfer-Encoding: chunked\r\n\r\n${chunk}${'x'.repeat(limit)}`;
    expect((await refusal(Buffer.from(undeclared))).status).toBe(413);
  });
});

describe('a form that is refused before its end', () => {
  const [, path = ''] = forms;

  const answerOf = (sent: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      sent.once('response', resolve).once('error', reject);
    });

  /** Sends the rest of a form after its answer, and then another request. @returns the statuses, and the ports they came from */
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

  test('is not read without limit: its connection is closed (control 18)', async () => {
    const limit = maxFormBytes({ files: 0 });
    const first = file('payload', 'x');
    const size = (first.length + limit).toString(16);
    const bytes = `${rawHead(path)}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${first}${'x'.repeat(limit)}`;
    expect((await refusal(Buffer.from(bytes))).status).toBe(413);
  });
});

const rawHead = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n${type('b')}\r\n`;

describe('a header that the contract does not allow is refused by name (control 32)', () => {
  test.each([
    ['Last-Event-ID', 'abc'],
    ['Last-Event-ID', '-1'],
    ['Last-Event-ID', '1.5'],
    ['Last-Event-ID', ''],
    ['Last-Event-ID', '9'.repeat(20)],
    ['Last-Event-ID', '1\r\nLast-Event-ID: 2'],
  ])('%s: %j', async (name, value) => {
    expect(await refusal(rawRequest('GET /api/sse HTTP/1.1', [authorization, `${name}: ${value}`]))).toMatchObject({
      status: 400,
      result: { errorName: 'INVALID_REQUEST', field: `/headers/${name.toLowerCase()}` },
    });
  });

  test.each(['', '%%%', 'eyJ4IjoxfQ==', 'a'.repeat(2049)])('X-MFA: %j', async (value) => {
    const headers = [authorization, `X-MFA: ${value}`];
    expect(
      await refusal(rawRequest('PUT /api/wallet-account/auto-redemption/turn-on HTTP/1.1', headers)),
    ).toMatchObject({
      status: 400,
      result: { errorName: 'INVALID_REQUEST', field: '/headers/x-mfa' },
    });
  });
});

describe('a request that is no HTTP is refused in the envelope (control 32)', () => {
  const get = 'GET /api/config HTTP/1.1\r\n';
  test.each([
    ['without a Host', `${get}Connection: close\r\n\r\n`, 400],
    ['with a header name that has a space', `${get}Host: x\r\nA B: c\r\n\r\n`, 400],
    ['with 20 kB of headers', `${get}Host: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['with an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['with two lengths', `${get}Host: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
    ['with an unknown expectation', `${get}Host: x\r\nExpect: tea\r\nConnection: close\r\n\r\n`, 417],
    ['with an unknown method', 'BREW /api/config HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['that asks for a tunnel', 'CONNECT localhost:80 HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['that is a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
  ])('%s', async (_, text, status) => {
    expect((await refusal(Buffer.from(text, 'latin1'))).status).toBe(status);
  });
});

describe('whatever is sent', () => {
  const piece = fc.constantFrom('/', '//', '%', '%f', '%ff', '%00', '%2e%2e', '%2F', '..', '.', '[', ']', '\\', '@', ':', ';', '?', '&', '=', '#', '*', 'api', 'assets', 'config', 'sse', 'otc', 'http://', 'dryRun', '__proto__', 'x'.repeat(300), '\x00', ' ', '\xff', '\xc3\xa9'); // prettier-ignore
  const pieces = fc.array(piece, { minLength: 1, maxLength: 6 }).map((each) => each.join(''));
  const method = fc.constantFrom('GET', 'GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'BREW', 'get'); // prettier-ignore
  const target = fc.oneof(
    pieces.map((each) => `/${each}`),
    pieces,
    pieces.map((each) => `/api/${each}`),
    pieces.map((each) => `/api/config?${each}`),
    fc.constantFrom(
      '//',
      '//[',
      '/%',
      '/%ff',
      '/\\',
      'http://x/api/config',
      'http://[/',
      '*',
      '/api/%2e%2e',
      '/api',
      '/assets',
    ),
  );
  const headerName = fc.constantFrom('Accept-Language', 'X-MFA', 'Last-Event-ID', 'Authorization', 'Content-Type', 'Content-Length', 'Transfer-Encoding', 'Content-Encoding', 'Accept', 'Accept-Encoding', 'Accept-Version', 'Range', 'If-None-Match', 'If-Modified-Since', 'Expect', 'Host', 'Upgrade', 'Connection', 'Origin', 'Access-Control-Request-Method', 'X-Forwarded-For', 'User-Agent', 'Cookie', '__proto__'); // prettier-ignore
  const headerValue = fc.oneof(
    fc.constantFrom('', ' ', '*', 'abc', '-1', '0', '2', '9'.repeat(19), 'bytes=5-1', ';q=x,,', 'chunked', 'gzip', 'close', '[[', ';;;', 'application/json', 'x, y', '('.repeat(500), '\xff\xfe', 'W/"'), // prettier-ignore
    fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 30 }),
  );
  const header = fc.tuple(headerName, headerValue).map(([name, value]) => `${name}: ${value}`);
  const json = fc.oneof(
    fc.constantFrom('', '{', '{}', 'null', '1e999', '{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '['.repeat(9000), '{"filter":'.repeat(900) + '1' + '}'.repeat(900), '{"size":"\xff"}', '\xef\xbb\xbf{}', '{"size":1,"size":2}'), // prettier-ignore
    fc.json(),
  );
  const part = fc
    .tuple(
      fc.constantFrom(
        'client_id',
        'payload',
        'device',
        'text',
        'receipts',
        'attachments',
        '',
        '__proto__',
        'x"; filename="',
      ),
      fc.constantFrom('', 'x', 'wusd-web', '\x00\xff', '--b', 'x'.repeat(20_000)),
      fc.constantFrom(
        '',
        'Content-Type: application/json',
        'Content-Transfer-Encoding: base64',
        'Content-Type: ;',
        'x',
      ),
    )
    .chain(([name, value, more]) => fc.constantFrom(field(name, value, more), field(name, value), file(name, value)));
  const multipart = fc
    .tuple(fc.array(part, { maxLength: 25 }), fc.constantFrom(end, '--b', ''))
    .chain(([parts, ending]) => {
      const whole = parts.join('') + ending;
      return fc.oneof(
        fc.constant(whole),
        fc.nat(whole.length).map((cut) => whole.slice(0, cut)),
        fc.nat(whole.length).map((cut) => whole.slice(cut)),
      );
    });

  const request = fc.oneof(
    fc.tuple(method, target, fc.array(header, { maxLength: 3 }), fc.boolean()).map(([verb, at, headers, signedIn]) => ({
      line: `${verb} ${at} HTTP/1.1`,
      headers: signedIn ? [authorization, ...headers] : headers,
      body: '',
    })),
    fc.tuple(fc.constantFrom(...forms), multipart, fc.array(header, { maxLength: 1 })).map(([path, body, headers]) => ({
      line: `POST ${path} HTTP/1.1`,
      headers: [authorization, type('b'), ...headers],
      body,
    })),
    fc.tuple(fc.constantFrom('/api/wallet-account/search', '/api/otc/get-otc-rate', '/api/mfa/send-email-otp'), json, fc.array(header, { maxLength: 1 })).map(([path, body, headers]) => ({ line: `POST ${path} HTTP/1.1`, headers: [authorization, 'Content-Type: application/json', ...headers], body })), // prettier-ignore
  );

  test(`the server answers, never fails, and refuses in the envelope (seed ${seed}; control 32)`, async () => {
    await fc.assert(
      fc
        .asyncProperty(request, async ({ line, headers, body }) => {
          // A body whose end is announced elsewhere may never end: the client then leaves, and need not be answered.
          const closesEarly = headers.some((each) => /^(content-length|transfer-encoding):/i.test(each));
          const answer = await sendRaw(port, rawRequest(line, headers, body), { closesEarly });
          if (answer || !closesEarly) expect(faultOf(answer, !line.startsWith('HEAD'))).toBeUndefined();
        })
        .beforeEach(() => node.server.services.db.deleteFrom('throttle').execute()),
      { seed, numRuns: runs },
    );
  });
});
