import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const library = '/api/reference/redoc.js';

/**
 * Serves the contract as a readable page at /api/reference. This server also hosts the page's library, so nothing
 * loads from elsewhere.
 */
export function serveReference(app: FastifyInstance): void {
  const script = readFileSync(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'), 'utf8');

  app.get(library, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  );
  app.get('/api/reference', (_request, reply) => {
    const nonce = randomBytes(18).toString('base64');
    const options = {
      nonce,
      disableSearch: true,
      nativeScrollbars: true,
      hideDownloadButtons: true,
      requiredPropsFirst: true,
    };
    const policy = [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ];
    return reply
      .header('content-security-policy', policy.join('; '))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>WUSD Wallet API reference</title>
    <link rel="icon" href="data:," />
    <style nonce="${nonce}">
      body {
        margin: 0;
      }
    </style>
  </head>
  <body>
    <main id="reference"></main>
    <script nonce="${nonce}" src="${library}"></script>
    <script nonce="${nonce}">
      Redoc.init('/api/openapi.json', ${JSON.stringify(options)}, document.getElementById('reference'));
    </script>
  </body>
</html>
`);
  });
}
