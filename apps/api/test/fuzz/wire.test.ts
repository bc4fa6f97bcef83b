import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { rawRequest, sendRaw } from '../../testing/raw-http.ts';
import { end, faultOf, field, file, forms, startOnTheWire, type } from '../../testing/broken-requests.ts';

// Raw bytes that no HTTP client sends. The server always answers, never with a failure,
// and refuses in the envelope.
// FUZZ_SEED=<the seed in a failed test's title> npm test -- api wire
const seed = Number(process.env.FUZZ_SEED ?? '20261123');
const runs = Number(process.env.FUZZ_ROUNDS ?? '24') * 12;
// Each request opens a connection, and a busy machine answers a few tens of them a second.
vi.setConfig({ testTimeout: Math.max(60_000, runs * 250) });

const { node, port, authorization, refusal } = await startOnTheWire();

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

describe('a malformed HTTP request is refused in the envelope (control 32)', () => {
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

describe('any bytes', () => {
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
          // A body whose length is declared elsewhere may never end. The client then leaves, and needs no answer.
          const closesEarly = headers.some((each) => /^(content-length|transfer-encoding):/i.test(each));
          const answer = await sendRaw(port, rawRequest(line, headers, body), { closesEarly });
          if (answer || !closesEarly) expect(faultOf(answer, !line.startsWith('HEAD'))).toBeUndefined();
        })
        .beforeEach(() => node.server.services.db.deleteFrom('throttle').execute()),
      { seed, numRuns: runs },
    );
  });
});
