import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { startTestPostgres } from '@wusd/api/testing/databases';
import type { TestProject } from 'vitest/node';
import { pack, prepareConsumer } from './consumer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the installed packages, and a subfolder for each example. */
    consumers: string;
    postgresUrl: string;
    /** URL of the browser page. */
    pageUrl: string;
    /** URL of the same page on a domain, which passkeys require. */
    passkeyPageUrl: string;
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css' };

/** Sets up packed packages, PostgreSQL for the wallet servers, and a static server for the page. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const consumers = mkdtempSync(join(tmpdir(), 'wusd-consumers-'));
  pack(consumers);
  for (const example of ['node-script', 'browser-page', 'own-store']) prepareConsumer(consumers, example);

  const page = createServer((request, response) => {
    const path = join(consumers, 'browser-page', new URL(request.url ?? '/', 'http://page').pathname);
    const file = existsSync(path) && extname(path) ? path : join(path, 'index.html');
    response.setHeader('content-type', types[extname(file)] ?? 'text/javascript');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;

  const postgres = await startTestPostgres(join(import.meta.dirname, '../../.data/test-postgres-examples'));
  project.provide('consumers', consumers);
  project.provide('postgresUrl', postgres.url);
  project.provide('pageUrl', `${origin}/`);
  project.provide('passkeyPageUrl', `${origin.replace('127.0.0.1', 'localhost')}/`);
  return async () => {
    await postgres.stop();
    page.closeAllConnections();
    page.close();
    rmSync(consumers, { recursive: true });
  };
}
