// Takes a picture of every route in every language, theme and width, into an ignored folder. Storybook shows each state
// of a screen.
//
// `npm run screenshots -- /wallet /home dark 320 th_TH` takes these only. Unspecified dimensions are complete.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium as playwright, type Page } from '@playwright/test';
import { createWalletClient } from '@wusd/api-sdk';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { startServerProcess } from '@wusd/api/testing/process';
import { chromium } from '@wusd/browser';
import { languages, languageStorageKey } from '@wusd/i18n';
import { type RoutePath, routeTable } from '@wusd/web/shared/routing/route-table.ts';
import { demo } from '../support/demo.ts';
import { openSessionPage, signInOnSessionPage } from '../support/session-page.ts';
import { settled } from '../support/settled.ts';

const out = join(import.meta.dirname, 'out');
const asked = new Set(process.argv.slice(2));
/** The requested values, or all. */
function narrowed<T extends string>(all: readonly T[]): readonly T[] {
  const some = all.filter((each) => asked.has(each));
  return some.length > 0 ? some : all;
}
const routes = narrowed(Object.keys(routeTable) as RoutePath[]);
const widths = narrowed(['320', '375', '768', '992', '1280', '1920']);
const themes = narrowed(['light', 'dark']);
/** Routes that differ for signed-in customers. */
const twofold = new Set<RoutePath>(['/', '/home', '/mint-redeem', '/feedback']);

const postgres = await startTestPostgres(join(import.meta.dirname, '../../.data/test-postgres'));
const server = await startServerProcess({
  databaseUrl: await createTestDatabase(postgres.url),
  isWithWeb: true,
  env: { WUSD_DEMO_YEAR: 'yes' },
});
const mailbox = mailboxAt(server.url);
const { mfa, sandbox } = createWalletClient({ baseUrl: `${server.url}/api` });
const browser = await playwright.launch(await chromium());
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

interface Setting {
  language: string;
  theme: string;
}

/** A page with the customer's settings. */
async function pageOf(inside: Browser, { language, theme }: Setting): Promise<Page> {
  const context = await inside.newContext({ baseURL: server.url, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await context.addInitScript(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
    },
    { [languageStorageKey]: language, theme, 'cookie-agreement': 'agreed' },
  );
  return context.newPage();
}

async function takeAll(
  page: Page,
  paths: readonly RoutePath[],
  { language, theme }: Setting,
  who: string,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width: Number(width), height: Number(width) < 700 ? 812 : 900 });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      const name = path === '/' ? 'start' : path.slice(1).replaceAll('/', '-');
      await page.screenshot({
        path: join(out, `${name}-${who}${width}-${theme}-${language}.png`),
        animations: 'disabled',
      });
    }
  }
}

try {
  for (const language of narrowed(languages))
    for (const theme of themes) {
      const setting = { language, theme };
      const stranger = await pageOf(browser, setting);
      await takeAll(
        stranger,
        routes.filter((path) => routeTable[path] === 'public'),
        setting,
        '',
      );
      await stranger.context().close();

      const customer = await pageOf(browser, setting);
      await openSessionPage(customer, server.url);
      // A new code can be sent one minute after the last.
      await sandbox.advanceClock(61);
      await signInOnSessionPage(
        customer,
        { code: mailbox.code, sendEmailOtp: async (challengeId) => void (await mfa.sendEmailOtp({ challengeId })) },
        { username: demo.lina.email, password: demo.password },
      );
      const own = routes.filter((path) => routeTable[path] !== 'public' || twofold.has(path));
      await takeAll(customer, own, setting, 'customer-');
      await customer.context().close();
    }
  console.log(`Screenshots are in ${out}`);
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
}
