import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentSecurityPolicy } from './headers.ts';
import { AppError } from '../errors/app-error.ts';

/** Stands in the built pages where each answer gets a nonce of its own. */
const noncePlaceholder = /__CSP_NONCE__/g;

/**
 * Serves the built web app: its assets by content hash, for ever; and for every other path the page, with a fresh nonce.
 * A page that was rendered at build time (home) is served complete, before any script arrives.
 */
export async function serveWeb(app: FastifyInstance, root: string, recaptchaKey: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
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

  const page = readFileSync(join(root, 'index.html'), 'utf8');
  const homeFile = join(root, 'home.html');
  const home = existsSync(homeFile) ? readFileSync(homeFile, 'utf8') : page;

  const send = (reply: FastifyReply, html: string): FastifyReply => {
    const nonce = randomBytes(18).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, recaptchaKey))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replace(noncePlaceholder, nonce));
  };
  app.get('/', (_request, reply) => send(reply, home));
  app.get('/home', (_request, reply) => send(reply, home));
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    // As the router decoded it: an address that is none, such as `//[`, has no URL.
    const [first = ''] = request.params['*'].split('/');
    // A missing asset or call must not be answered with a page.
    if (first === '' || first === 'api' || first === 'assets') throw new AppError('NOT_FOUND');
    return send(reply, page);
  });
}
