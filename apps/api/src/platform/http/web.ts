import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import { isLanguage, type Language, languageOf, languages, languageStorageKey } from '@wusd/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { AppError } from '../errors/app-error.ts';
import { parseJson } from '@wusd/server-kit/json';
import { contentSecurityPolicy } from './headers.ts';

/** Placeholder in the built documents for the nonce of each response. */
const noncePlaceholder = /__CSP_NONCE__/g;

const indexSchema = v.record(v.string(), v.object({ name: v.string(), isPublic: v.boolean() }));

interface WebOptions {
  /** Folder of the built web app. */
  root: string;
  mode: 'test' | 'production';
  recaptchaKey: string;
}

interface WebDocument {
  html: string;
  isPublic: boolean;
}

/**
 * Serves the built web app: hashed assets, cached permanently, and for every other path a document with a new nonce.
 * Documents of frequent paths are rendered at build time, so that they show a page before scripts load.
 */
export async function serveWeb(app: FastifyInstance, { root, mode, recaptchaKey }: WebOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    globIgnore: ['documents/**', '*.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(root, 'assets'));
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      if (path !== join(root, 'service-worker.js')) return;
      // Browsers request the service worker to check for a newer one. Its own policy allows only requests.
      void reply.headers({
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      });
    },
  });

  const documentOf = readDocuments(root, mode);
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    // The router has decoded the path. `request.url` may be invalid as a URL, e.g. `//[`.
    const path = `/${request.params['*']}`;
    const [, first] = path.split('/');
    // A missing asset or API path must not return a document.
    if (first === 'api' || first === 'assets' || (first === '' && path !== '/')) throw new AppError('NOT_FOUND');
    const { html, isPublic } = documentOf(path, languageFor(request));
    const nonce = randomBytes(18).toString('base64');
    return reply
      .headers({
        'content-security-policy': contentSecurityPolicy(nonce, recaptchaKey),
        // `no-store` disables the back-forward cache, which is necessary only for pages that can show a customer's
        // data.
        'cache-control': isPublic ? 'private, no-cache' : 'no-store',
        vary: 'accept-encoding, accept-language, cookie',
      })
      .type('text/html; charset=utf-8')
      .send(await compress(request, reply, html.replace(noncePlaceholder, nonce)));
  });
}

/** Returns a look-up of documents by path and language. The fallback is the generic document. */
function readDocuments(root: string, mode: WebOptions['mode']): (path: string, language: Language) => WebDocument {
  const folder = join(root, 'documents');
  if (!existsSync(folder)) {
    const page = { html: readFileSync(join(root, 'index.html'), 'utf8'), isPublic: false };
    return () => page;
  }
  const index = parseJson(indexSchema, readFileSync(join(folder, 'index.json'), 'utf8'));
  const read = new Map<string, string>();
  for (const language of languages) {
    for (const name of ['any', ...Object.values(index).map((entry) => entry.name)]) {
      const file = join(folder, mode, language, `${name}.html`);
      if (existsSync(file)) read.set(`${language}/${name}`, readFileSync(file, 'utf8'));
    }
  }
  return (path, language) => {
    const entry = Object.hasOwn(index, path) ? index[path] : undefined;
    const html = entry && read.get(`${language}/${entry.name}`);
    if (entry && html !== undefined) return { html, isPublic: entry.isPublic };
    return { html: read.get(`${language}/any`) ?? '', isPublic: false };
  };
}

/** Returns the language from the web app's cookie, or else from Accept-Language. */
function languageFor({ headers }: FastifyRequest): Language {
  const chosen = new RegExp(`(?:^|; )${languageStorageKey}=(\\w+)`).exec(headers.cookie ?? '')?.[1];
  return isLanguage(chosen) ? chosen : languageOf(headers['accept-language']);
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses with an encoding that the client accepts. Quality 5 takes about a millisecond per document. */
async function compress({ headers }: FastifyRequest, reply: FastifyReply, html: string): Promise<Buffer | string> {
  const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (encoding === null) return html;
  void reply.header('content-encoding', encoding);
  return encoding === 'gzip'
    ? compressGzip(html)
    : compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
