// The main journeys in an installed Firefox: `npm run firefox`, or `npm run firefox -- /path/to/firefox`. Playwright
// supports only its own Firefox build; WebDriver BiDi supports the Firefox that customers use.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createWalletClient } from '@wusd/api-sdk';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { startServerProcess } from '@wusd/api/testing/process';
import puppeteer, { type Page } from 'puppeteer-core';
import { demo } from '../support/demo.ts';

const [given] = process.argv.slice(2);
const executablePath = [
  given,
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) throw new Error('No Firefox is installed where it usually is: say where.');

const here = dirname(fileURLToPath(import.meta.url));
const postgres = await startTestPostgres(join(here, '../../.data/test-postgres'));
const server = await startServerProcess({ databaseUrl: await createTestDatabase(postgres.url), isWithWeb: true });
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath,
  defaultViewport: { width: 1280, height: 1024 },
});
const mailbox = mailboxAt(server.url);
const { sandbox } = createWalletClient({ baseUrl: `${server.url}/api` });

// Puppeteer polls until a control is enabled, and in Firefox 140 this poll never ends. The walk does not need it: if a
// control ignores a click, the next expectation fails.
const locate = (page: Page, selector: string) => page.locator(selector).setWaitForEnabled(false);
const press = (page: Page, name: string): Promise<void> =>
  locate(page, `::-p-aria([name="${name}"][role="button"])`).click();
/** Finds a field by its label, because browsers report different roles. */
const field = (page: Page, label: string) =>
  locate(page, `::-p-xpath(//input[@id=//label[normalize-space(.)="${label}"]/@for])`);
const type = (page: Page, label: string, text: string): Promise<void> => field(page, label).fill(text);
const reads = async (page: Page, text: string): Promise<void> => void (await page.locator(`::-p-text(${text})`).wait());

/** Polls a condition in the page. Puppeteer's own wait evaluates text, which the page's policy forbids. */
async function until(page: Page, holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 20_000; !(await page.evaluate(holds).catch(() => false));) {
    assert.ok(performance.now() < end, `never on ${page.url()}: ${holds.toString()}`);
    await setTimeout(100);
  }
}

/** Requests a code and enters it. The customer has an authenticator app, so another method is selected first. */
async function prove(page: Page, way: 'SMS' | 'Email', recipient: string): Promise<void> {
  // The previous page may also have a field with this name.
  await reads(page, 'Confirm it is you');
  await locate(page, `::-p-xpath(//label[contains(., "${way}")])`).click();
  await press(page, 'Send code');
  await type(page, 'Verification code', await mailbox.code(recipient));
}

const steps: [string, (page: Page) => Promise<void>][] = [
  [
    'a stranger reads what the product is, and what they would get',
    async (page) => {
      await page.goto(`${server.url}/home`);
      await reads(page, '1 USD = 1.00 WUSD');
      await press(page, 'Agree');
    },
  ],
  [
    'they are led home from a page of customers',
    async (page) => {
      await page.goto(`${server.url}/limits`);
      await until(page, () => location.pathname === '/home');
      await reads(page, '1 USD = 1.00 WUSD');
    },
  ],
  [
    'a customer signs in by password and code, and lands where they were going',
    async (page) => {
      await page.goto(`${server.url}/login`);
      await type(page, 'Email', demo.mei.email);
      await type(page, 'Password', demo.password);
      await press(page, 'Continue');
      await prove(page, 'Email', demo.mei.email);
      await until(page, () => location.pathname === '/limits');
    },
  ],
  [
    'what arrives shows without a reload',
    async (page) => {
      await page.goto(`${server.url}/wallet`);
      await reads(page, '12,480.50');
      const money = { currency: 'WUSD' as const, amount: '250.00' };
      await sandbox.createEvent({ type: 'chain-transfer', subjectId: demo.mei.email, money, networkId: 3 });
      await reads(page, '12,730.50');
    },
  ],
  [
    'they swap, prove it, and find it among their orders',
    async (page) => {
      await page.goto(`${server.url}/mint-redeem`);
      await type(page, 'You send', '150');
      await press(page, 'Review swap');
      await reads(page, 'Review your swap');
      await press(page, 'Confirm and verify');
      await prove(page, 'SMS', demo.mei.phone);
      await until(page, () => location.pathname === '/mint-redeem/success');
      await page.goto(`${server.url}/mint-redeem-order`);
      await reads(page, 'Completed');
    },
  ],
  [
    'they read it in Thai, in the dark',
    async (page) => {
      await page.select('header select', 'th_TH');
      await until(page, () => document.documentElement.lang === 'th-TH');
      await page.evaluate(() => localStorage.setItem('theme', 'dark'));
      await page.reload();
      await until(page, () => document.documentElement.dataset['theme'] === 'dark');
      await page.evaluate(() => localStorage.setItem('lang', 'en_US'));
      await page.reload();
    },
  ],
  [
    'they read what they were told, and mark it as read',
    async (page) => {
      await page.goto(`${server.url}/notifications`);
      await reads(page, 'Your deposit has arrived');
      await reads(page, 'Unread');
      await press(page, 'Mark all as read');
      await until(page, () => !document.querySelector('main')?.textContent.includes('Unread'));
    },
  ],
  [
    'they look through their security, their sign-ins and their profile',
    async (page) => {
      await page.goto(`${server.url}/security-setting`);
      await reads(page, 'Security checkup');
      await reads(page, 'Passkeys');
      await page.goto(`${server.url}/sessions`);
      await reads(page, 'Signed in now');
      await page.goto(`${server.url}/account-info`);
      await reads(page, 'Mei Tan');
    },
  ],
  [
    'the currency of totals holds after a reload',
    async (page) => {
      const totals = () =>
        page.locator('::-p-xpath(//select[@id=//label[normalize-space(.)="Currency for totals"]/@for])').waitHandle();
      await page.goto(`${server.url}/preferences`);
      await (await totals()).select('SGD');
      await page.reload();
      assert.equal(await (await totals()).evaluate((select) => (select as HTMLSelectElement).value), 'SGD');
    },
  ],
  [
    'what they are told survives a server that goes away, and comes back',
    async (page) => {
      await page.goto(`${server.url}/wallet`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await server.stop();
      await page.reload();
      await reads(page, 'Request failed');
    },
  ],
];

const faults: string[] = [];
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => {
    // Firefox also reports files whose request the next step aborted. A page that lacks a file fails its step anyway.
    if (!String(error).includes('A ServiceWorker intercepted the request')) faults.push(String(error));
  });
  for (const [says, walk] of steps) {
    await walk(page);
    console.log(`ok ${says}`);
  }
  assert.deepEqual(faults, [], 'no error goes uncaught');
  console.log(`All of it in ${await browser.version()}.`);
} finally {
  await browser.close();
  await server.stop();
  await postgres.stop();
}
