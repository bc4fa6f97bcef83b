// Takes the pictures of the README, of the customer with one year of history: `pnpm --filter @wusd/e2e run tour`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright, type Page } from '@playwright/test';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { startServerProcess } from '@wusd/api/testing/process';
import { chromium } from '@wusd/browser';
import { demo } from '../support/demo.ts';

const here = dirname(fileURLToPath(import.meta.url));
const postgres = await startTestPostgres(join(here, '../../.data/test-postgres'));
const server = await startServerProcess({
  databaseUrl: await createTestDatabase(postgres.url, { isEmpty: true }),
  isWithWeb: true,
  env: { WUSD_DEMO_YEAR: 'yes', WUSD_SANDBOX_PACE: 'manual' },
});
const browser = await playwright.launch(await chromium());

const mailbox = mailboxAt(server.url);
const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: join(here, `../../docs/images/${name}.png`), animations: 'disabled' });

try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Agree' }).click();
  await page.getByLabel('Email').fill(demo.lina.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /Email/ }).check();
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Verification code').waitFor();
  await page.getByLabel('Verification code').fill(await mailbox.code(demo.lina.email));
  await page.waitForURL('**/wallet');
  await page.getByText('Last 30 days').waitFor();
  await page.getByRole('heading', { name: 'Auto-redemption' }).waitFor();
  await shoot(page, 'wallet');

  await page.goto('/mint-redeem');
  await page.getByLabel('You send', { exact: true }).fill('250');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('heading', { name: 'Review your swap' }).waitFor();
  await shoot(page, 'swap');

  await page.setViewportSize({ width: 375, height: 812 });
  for (const [path, name, language, shows] of [
    ['/wallet', 'wallet-thai', 'th_TH', 'main td'],
    ['/wallet-history', 'history-chinese', 'zh_CN', 'main li button'],
  ] as const) {
    await page.evaluate((lang) => {
      localStorage.setItem('lang', lang);
      localStorage.setItem('theme', 'dark');
    }, language);
    await page.goto(path);
    await page.locator(shows).first().waitFor();
    await shoot(page, name);
  }
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
}
