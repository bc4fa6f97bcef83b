import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium as playwright } from '@playwright/test';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { startServerProcess } from '@wusd/api/testing/process';
import { chromium } from '@wusd/browser';
import { measureLoads } from '@wusd/e2e/bytes';
import { build } from 'vite';
import { signIn } from './sign-in.ts';
import { table } from './table.ts';

/** Bytes of the frameworks alone: an empty app, bundled and compressed like ours. */
async function floor(): Promise<number> {
  const entry = '\0floor';
  const source = `
    import { createRoot } from 'react-dom/client';
    import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
    import { styled } from 'styled-components';
    import { IntlProvider } from 'react-intl';
    console.log(createRoot, createRootRoute, createRouter, RouterProvider, styled, IntlProvider);`;
  const output = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: [
        {
          find: /^@formatjs\/icu-messageformat-parser$/,
          replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      ],
    },
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === entry ? join(import.meta.dirname, 'floor.js') : undefined),
        load: (id) => (id.endsWith('floor.js') ? source : undefined),
      },
    ],
    build: { write: false, target: 'es2022', rolldownOptions: { input: entry } },
  });
  const chunks = (Array.isArray(output) ? output : [output]).flatMap((result) =>
    'output' in result ? result.output : [],
  );
  return chunks.reduce((sum, chunk) => sum + (chunk.type === 'chunk' ? brotliCompressSync(chunk.code).length : 0), 0);
}

/** JavaScript and requests of first loads in a real browser, from the real server, beside the frameworks alone. */
export async function bytes(): Promise<void> {
  const postgres = await startTestPostgres(join(import.meta.dirname, '../.data/test-postgres'));
  const server = await startServerProcess({ databaseUrl: await createTestDatabase(postgres.url), isWithWeb: true });
  const browser = await playwright.launch(await chromium());
  try {
    const base = await floor();
    const rows: (string | number)[][] = [['frameworks alone', base, '', '1.00']];
    for (const path of ['/home', '/login', '/wallet']) {
      const context = await browser.newContext({ baseURL: server.url });
      if (path === '/wallet') await signIn(context, server.url);
      const page = await context.newPage();
      const load = measureLoads(page);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/wallet') await page.getByText('18,250.00').waitFor();
      if (path === '/home') await page.getByText('Singapore time. The rate').waitFor();
      const { javascript, requests } = await load.read();
      rows.push([path, javascript, requests, (javascript / base).toFixed(2)]);
      await context.close();
    }
    table(['first load', 'bytes of JS, brotli', 'requests', 'of the floor'], rows);
  } finally {
    await browser.close();
    await server.stop();
    await postgres.stop();
  }
}
