import { type Page, chromium as playwright } from '@playwright/test';
import { chromium } from '@wusd/browser';
import { bundled, gzipped } from '../scripts/bundled.ts';
import type { Client } from './session/clients.ts';
import { startTokenServer } from './session/server.ts';
import { streams } from './session/streams.ts';
import { table } from './table.ts';

declare const window: { clients: Record<string, () => Client>; client: Client };

/** Measures a session: bytes, token requests of many callers or tabs, and parsing of hostile event streams. */
export async function session(): Promise<void> {
  await bytes();
  await requests();
  await streams();
}

async function bytes(): Promise<void> {
  const ours = `export { createAuth } from '@wusd/auth-core'; export { createEncryptedStore } from '@wusd/auth-core/store'; export { createScopes } from '@wusd/auth-core/scopes';`;
  const sources = {
    '@wusd/auth-core': ours,
    '@wusd/auth-core with the event stream': `${ours} export * from '@wusd/auth-core/sse';`,
    'oidc-client-ts': `export { UserManager, WebStorageStateStore } from 'oidc-client-ts';`,
    '@supabase/auth-js': `export { GoTrueClient } from '@supabase/auth-js';`,
    '@auth0/auth0-spa-js': `export { Auth0Client } from '@auth0/auth0-spa-js';`,
  };
  const sizes = await Promise.all(
    Object.entries(sources).map(
      async ([name, source]) => [name, gzipped(await bundled(source, import.meta.dirname))] as const,
    ),
  );
  const floor = sizes[0]?.[1] ?? 1;
  table(
    ['size', 'bytes gzipped', 'of ours'],
    sizes.map(([name, size]) => [name, size, (size / floor).toFixed(1)]),
  );
}

/** In real tabs of one browser, against a server that rotates refresh tokens. */
async function requests(): Promise<void> {
  const server = await startTokenServer(
    await bundled(`export { clients } from './session/clients.ts';`, import.meta.dirname),
  );
  const browser = await playwright.launch(await chromium());
  const rows: (string | number)[][] = [];
  try {
    for (const name of ['@wusd/auth-core', 'oidc-client-ts', '@supabase/auth-js', '@auth0/auth0-spa-js']) {
      const open = async (count: number): Promise<Page[]> => {
        const context = await browser.newContext();
        const tabs = await Promise.all(Array.from({ length: count }, () => context.newPage()));
        for (const tab of tabs) {
          await tab.goto(server.origin);
          await tab.waitForFunction(() => 'clients' in window);
          await tab.evaluate((wanted) => void (window.client = window.clients[wanted]?.() as Client), name);
        }
        const { refreshToken, idToken } = server.reset();
        await tabs[0]?.evaluate(
          (tokens) => window.client.seed(tokens[0] ?? '', tokens[1] ?? ''),
          [refreshToken, idToken],
        );
        return tabs;
      };
      const measured = async (count: number, work: (tabs: Page[]) => Promise<unknown>): Promise<string> => {
        const tabs = await open(count);
        const failure = await work(tabs).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error)),
        );
        await tabs[0]?.context().close();
        const { requests: made, reuses } = server.counts();
        if (made === 0) return `did not run here (${failure})`;
        return reuses === 0 ? String(made) : `${made}, ${reuses} reused`;
      };
      rows.push([
        name,
        await measured(1, ([tab]) =>
          (tab as Page).evaluate(() => Promise.allSettled([1, 2, 3].map(() => window.client.refreshExpired()))),
        ),
        await measured(1, ([tab]) =>
          (tab as Page).evaluate(() =>
            Promise.allSettled(
              Array.from({ length: 10 }, async (_, index) => {
                await new Promise((resume) => setTimeout(resume, index * 25));
                return window.client.afterRefusal();
              }),
            ),
          ),
        ),
        await measured(4, async (tabs) => {
          for (let round = 0; round < 20; round += 1)
            await Promise.all(tabs.map((tab) => tab.evaluate(() => window.client.refreshExpired().catch(() => {}))));
        }),
      ]);
    }
  } finally {
    await browser.close();
    server.close();
  }
  table(['token requests', '3 at once', '10 refused one after the other', '4 tabs, 20 times each'], rows);
}
