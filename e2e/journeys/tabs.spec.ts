import type { BrowserContext, Page } from '@playwright/test';
import fc from 'fast-check';
import { type Backend, demo, expect, test } from '../support/journey.ts';
import { openSessionPage, type SessionPage, signInOnSessionPage } from '../support/session-page.ts';

declare const window: SessionPage;
const credentials = { username: demo.mei.email, password: demo.password };

async function openTab(context: BrowserContext, backend: Backend): Promise<Page> {
  const tab = await context.newPage();
  await openSessionPage(tab, backend.url);
  return tab;
}

/** Simulates a call: requests a token, sends it, and reports it if it is rejected. */
const use = (tab: Page): Promise<'accepted' | 'signed out' | 'offline' | 'refused'> =>
  tab.evaluate(async () => {
    const attempt = (token: string): Promise<Response> =>
      fetch('/api/user/get-auth-user', { headers: { authorization: `Bearer ${token}` } });
    try {
      const token = await window.auth.getAccessToken();
      if (token === undefined) return 'signed out';
      if ((await attempt(token)).ok) return 'accepted';
      const newer = await window.auth.getAccessToken({ rejected: token });
      if (newer === undefined) return 'signed out';
      return (await attempt(newer)).ok ? 'accepted' : 'refused';
    } catch {
      return 'offline';
    }
  });

const act = fc.constantFrom(
  'use everywhere',
  'use everywhere',
  'expire',
  'refresh everywhere',
  'refresh everywhere',
  'clock ahead',
  'clock back',
  'offline and back',
  'kill after rotation',
  'log out',
  'sign in',
);

test(
  'one session in many tabs survives refresh, kill, offline and wrong clocks in any order, and ends only by log-out',
  { tag: '@long' },
  async ({ context, backend }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(act, fc.nat(2)), { minLength: 6, maxLength: 12 }), async (steps) => {
        const tabs = await Promise.all([0, 1, 2].map(() => openTab(context, backend)));
        const tab = (index: number): Page => tabs[index] as Page;
        await signInOnSessionPage(tab(0), backend, credentials);
        let isIn = true;
        const settled = async (): Promise<void> => {
          const uses = await Promise.all(tabs.map(use));
          expect(uses).toEqual(tabs.map(() => (isIn ? 'accepted' : 'signed out')));
        };
        await settled();

        for (const [step, index] of steps) {
          switch (step) {
            case 'use everywhere':
              break;
            case 'expire':
              // Advances the server's clock only: the tabs detect it by a rejection.
              await backend.advanceClock(16 * 60);
              break;
            case 'refresh everywhere':
              await Promise.all(tabs.map((each) => each.evaluate(() => window.auth.refresh())));
              break;
            case 'clock ahead':
            case 'clock back':
              await tab(index).evaluate((by) => (window.skew += by), step === 'clock ahead' ? 3_600_000 : -3_600_000);
              break;
            case 'offline and back':
              await context.setOffline(true);
              await tab(index).evaluate(() => window.auth.refresh().catch(() => {}));
              expect(['offline', 'signed out']).toContain(await use(tab(index)));
              await context.setOffline(false);
              break;
            case 'kill after rotation': {
              if (!isIn) break;
              const doomed = tab(index);
              // The server rotates the token, and the tab is closed before it stores the response.
              await doomed.route('**/oauth2/token', async (route) => {
                await route.fetch();
                await doomed.close();
              });
              await doomed.evaluate(() => window.auth.refresh()).catch(() => {});
              tabs[index] = await openTab(context, backend);
              await tab(index).evaluate(() => window.auth.refresh());
              break;
            }
            case 'log out':
              // Concurrently with refreshes of the other tabs.
              await Promise.all([
                ...tabs.map((each) => each.evaluate(() => window.auth.refresh().catch(() => false))),
                tab(index).evaluate(() => window.auth.signOut()),
              ]);
              isIn = false;
              break;
            case 'sign in':
              if (isIn) break;
              await signInOnSessionPage(tab(index), backend, credentials);
              isIn = true;
              break;
          }
          await settled();
        }
        const causes = (await Promise.all(tabs.map((each) => each.evaluate(() => window.ended)))).flat();
        expect(causes.filter((cause) => cause !== 'logout' && cause !== 'elsewhere')).toEqual([]);
        await tab(0).evaluate(() => window.auth.signOut());
        await Promise.all(tabs.map((each) => each.close()));
      }),
      // A failure prints its seed and path. Set them here to replay it.
      {
        numRuns: 6,
        ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED), path: process.env.FC_PATH ?? '0' }),
      },
    );
  },
);
