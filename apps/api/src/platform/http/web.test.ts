import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { serveWeb } from './web.ts';

const script = 'console.log(1);'.repeat(100);

/** Creates a built web app with a public page, a page that needs a session, and a page in English only. */
function build(): string {
  const root = mkdtempSync(join(tmpdir(), 'wusd-web-'));
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), 'template');
  writeFileSync(join(root, 'assets/app-1a2b3c4.js'), script);
  writeFileSync(join(root, 'assets/app-1a2b3c4.js.br'), brotliCompressSync(script));
  mkdirSync(join(root, 'documents'));
  const index = {
    '/home': { name: 'home', isPublic: true },
    '/wallet': { name: 'wallet', isPublic: false },
    '/protocol/term-of-use': { name: 'terms', isPublic: true },
  };
  writeFileSync(join(root, 'documents/index.json'), JSON.stringify(index));
  for (const mode of ['test', 'production']) {
    for (const language of ['en_US', 'zh_CN', 'th_TH']) {
      const folder = join(root, 'documents', mode, language);
      mkdirSync(folder, { recursive: true });
      const names = ['any', 'home', 'wallet', ...(language === 'en_US' ? ['terms'] : [])];
      for (const name of names)
        writeFileSync(join(folder, `${name}.html`), `${mode} ${language} ${name} <script nonce="__CSP_NONCE__">`);
    }
  }
  return root;
}

async function serve() {
  const app = Fastify();
  await serveWeb(app, { root: build(), mode: 'production', recaptchaKey: '' });
  return {
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
    [Symbol.asyncDispose]: () => app.close(),
  };
}

describe('a document', () => {
  test('has a new nonce in every response, the same nonce in its policy, and no ETag', async () => {
    await using web = await serve();
    const [first, second] = [await web.get('/home'), await web.get('/home')];
    const nonces = [first, second].map(({ body }) => /nonce="([^"]{24})"/.exec(body)?.[1]);
    expect(nonces[0]).toBeDefined();
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(first.headers['content-security-policy']).toContain(`'nonce-${nonces[0]}'`);
    expect(first.headers.etag).toBeUndefined();
    expect(first.headers['last-modified']).toBeUndefined();
  });

  test('enters the back-forward cache only if it is public', async () => {
    await using web = await serve();
    expect((await web.get('/home')).headers['cache-control']).toBe('private, no-cache');
    expect((await web.get('/wallet')).headers['cache-control']).toBe('no-store');
    expect((await web.get('/any-other')).headers['cache-control']).toBe('no-store');
  });

  test('is compressed with an encoding that the client accepts', async () => {
    await using web = await serve();
    const brotli = await web.get('/home', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('en_US home');
    const gzip = await web.get('/home', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('en_US home');
    const plain = await web.get('/home');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('accept-encoding, accept-language, cookie');
  });

  test.each([
    ['the cookie', { cookie: 'a=b; lang=th_TH', 'accept-language': 'zh-CN' }, 'th_TH home'],
    ['Accept-Language without a cookie', { 'accept-language': 'fr, zh-CN;q=0.8' }, 'zh_CN home'],
    [
      'Accept-Language where the cookie is no language',
      { cookie: 'lang=../../x', 'accept-language': 'th' },
      'th_TH home',
    ],
    ['English otherwise', { 'accept-language': 'fr' }, 'en_US home'],
  ])('is in the language of %s', async (_source, headers, expected) => {
    await using web = await serve();
    expect((await web.get('/home', headers)).body).toContain(`production ${expected}`);
  });

  test('is the generic one for a path without its own document or without a translation', async () => {
    await using web = await serve();
    expect((await web.get('/constructor')).body).toContain('en_US any');
    expect((await web.get('/protocol/term-of-use')).body).toContain('en_US terms');
    expect((await web.get('/protocol/term-of-use', { cookie: 'lang=zh_CN' })).body).toContain('zh_CN any');
  });

  test('is not served for a missing asset or API path, and its source file is not served', async () => {
    await using web = await serve();
    for (const path of ['/assets/none.js', '/api/none', '//elsewhere'])
      expect((await web.get(path)).statusCode).not.toBe(200);
    expect((await web.get('/documents/production/en_US/home.html')).body).not.toContain('__CSP_NONCE__');
    expect((await web.get('/index.html')).body).toContain('en_US any');
  });
});

test('an asset is immutable and served with its compression from the build', async () => {
  await using web = await serve();
  const { headers, rawPayload } = await web.get('/assets/app-1a2b3c4.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-encoding']).toBe('br');
  expect(headers.vary).toBe('accept-encoding');
  expect(rawPayload).toEqual(brotliCompressSync(script));
  const plain = await web.get('/assets/app-1a2b3c4.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
});
