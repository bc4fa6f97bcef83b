import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { createWalletClient, type DepositAddress, type Money } from '@wusd/api-sdk';
import { createTestDatabase } from '@wusd/api/testing/databases';
import { type Mailbox, mailboxAt } from '@wusd/api/testing/mailbox';
import { runOperator, type ServerHost, startServerHost, startServerProcess } from '@wusd/api/testing/process';
import { picturesInto } from '../messages/picture.ts';
import { demo } from './demo.ts';
import { watchSeen } from './seen.ts';
import { openSessionPage, signInOnSessionPage } from './session-page.ts';

export { demo, expect };

/** Access to a journey's server from outside the browser. */
export interface Backend extends Mailbox {
  url: string;
  authenticatorCode(): Promise<string>;
  advanceClock(seconds: number): Promise<void>;
  sendEmailOtp(challengeId: string): Promise<void>;
  /** Simulates a transfer to the demo customer. @returns its hash */
  receive(
    money: Money,
    how?: { networkId?: DepositAddress['networkId']; outcome?: 'high-risk' | 'missing-memo' },
  ): Promise<string>;
  /** Runs an operator command. @returns its output */
  operator(...command: string[]): Promise<string>;
}

const web = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web');
const builds = { recording: join(web, '.recording'), dist: join(web, 'dist') };

interface Fixtures {
  /** Additional settings of the journey's server. */
  serverEnv: Record<string, string>;
  /** URL of the journey's own database. */
  databaseUrl: string;
  server: { url: string };
  backend: Backend;
  /** Build of the web app: the one that records shown messages, or the one for customers. */
  build: 'recording' | 'dist';
  /** Fails the journey on a policy violation or an uncaught error in any page. */
  strict: void;
}

export const test = base.extend<Fixtures, { host: ServerHost }>({
  host: [
    // oxlint-disable-next-line no-empty-pattern -- how fixtures are declared
    async ({}, use) => {
      const host = startServerHost();
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],
  serverEnv: [{}, { option: true }],
  build: ['recording', { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- how fixtures are declared
  databaseUrl: async ({}, use) =>
    use(await createTestDatabase(process.env.TEST_POSTGRES_URL ?? '', { from: process.env.TEST_DEMO_TEMPLATE ?? '' })),

  server: async ({ host, databaseUrl, serverEnv, build }, use) => {
    const env = { WUSD_WEB_ROOT: builds[build], ...serverEnv };
    const url = await host.start({ databaseUrl, isWithWeb: true, env });
    await use({ url });
    await host.stop(url);
  },

  backend: async ({ server: { url }, databaseUrl, serverEnv }, use) => {
    const { sandbox, mfa } = createWalletClient({ baseUrl: `${url}/api` });

    await use({
      url,
      ...mailboxAt(url),
      authenticatorCode: async () => (await sandbox.mailbox(demo.mei.email)).authenticators[0]?.code ?? '',
      sendEmailOtp: async (challengeId) => void (await mfa.sendEmailOtp({ challengeId })),
      advanceClock: async (seconds) => void (await sandbox.advanceClock(seconds)),
      async receive(money, { networkId = 3, outcome } = {}) {
        const event = { type: 'chain-transfer' as const, subjectId: demo.mei.email, money, networkId };
        return (await sandbox.createEvent(outcome ? { ...event, outcome } : event)).reference;
      },
      async operator(...command) {
        const { code, out } = await runOperator({ databaseUrl, env: serverEnv }, ...command);
        if (code !== 0) throw new Error(out);
        return out;
      },
    });
  },

  baseURL: async ({ backend }, use) => use(backend.url),

  strict: [
    async ({ context }, use) => {
      const faults = await watch(context);
      const keepSeen = await watchSeen(context);
      const pictures = process.env.WUSD_MESSAGE_PICTURES;
      const pictured = pictures === undefined ? undefined : await picturesInto(pictures, context);
      await use();
      await pictured?.();
      await keepSeen();
      expect(faults, 'no policy is violated and no error goes uncaught').toEqual([]);
    },
    { auto: true },
  ],
});

/** Starts a server in a separate process that the journey may kill and restart. */
export const testWithKills = test.extend<{
  ownServer: { url: string; kill(): Promise<void>; restart(): Promise<void> };
}>({
  server: ({ ownServer: { url } }, use) => use({ url }),
  ownServer: async ({ databaseUrl, build }, use) => {
    const options = { databaseUrl, isWithWeb: true, env: { WUSD_WEB_ROOT: builds[build] } };
    let running = await startServerProcess(options);
    const { url } = running;
    await use({
      url,
      kill: () => running.stop('SIGKILL'),
      async restart() {
        running = await startServerProcess({ ...options, port: Number(new URL(url).port) });
      },
    });
    await running.stop();
  },
});

/** Collects policy violations and uncaught errors of every page in a context. */
export async function watch(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.exposeBinding('reportViolation', (_source, text: string) => void faults.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      ),
    );
  });
  context.on('weberror', (error) => faults.push(error.error().message));
  return faults;
}

/** Opens a prerendered page and waits until React has hydrated it. Until then its controls are inert. */
export async function openPublicPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-prerendered], #frame')).toHaveCount(0);
}

export const openHome = (page: Page): Promise<void> => openPublicPage(page, '/home');

/** First step: enters email and password. */
export async function enterPassword(page: Page, email: string, password = demo.password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Signs in by e-mail code without the app, for journeys that start with a session. No page stays open. */
export async function beginSession(page: Page, backend: Backend, email = demo.mei.email): Promise<void> {
  await openSessionPage(page, backend.url);
  await signInOnSessionPage(page, backend, { username: email, password: demo.password });
}

/** Signs in and opens the wallet. */
export async function signIn(page: Page, backend: Backend, email = demo.mei.email): Promise<void> {
  await beginSession(page, backend, email);
  await page.goto(`${backend.url}/wallet`);
}

/** Signs in with the form, from any page. */
export async function signInByForm(page: Page, backend: Backend, email = demo.mei.email): Promise<void> {
  await page.goto('/login');
  await logIn(page, backend, email);
}

/** The first control of the code page: the field, or the button that sends a code. */
export const codeOrSend = (page: Page): Locator =>
  page
    .getByLabel('Verification code')
    .or(page.getByRole('button', { name: 'Send code' }))
    .first();

/**
 * Requests a code. Pages send a code for the first method automatically; another method is selected and requested.
 *
 * @param way method to select, if there are several
 */
export async function requestCode(page: Page, way?: 'SMS' | 'Email'): Promise<void> {
  const send = page.getByRole('button', { name: 'Send code' });
  await expect(codeOrSend(page)).toBeVisible();
  const radio = page.getByRole('radio', { name: way });
  if (way !== undefined && (await radio.isVisible())) await radio.check();
  // The other method may already have sent a code.
  await expect(codeOrSend(page)).toBeVisible();
  if (await send.isVisible()) await send.click();
}

/** Signs in with the form on the open login page. */
export async function logIn(page: Page, backend: Backend, email = demo.mei.email): Promise<void> {
  await enterPassword(page, email);
  await requestCode(page, 'Email');
  await page.getByLabel('Verification code').fill(await backend.code(email));
  await page.waitForURL((url) => !url.pathname.includes('login'));
}

/**
 * Blocks these paths until the returned function is called. Also blocks the event stream, whose opening would load
 * everything again. Only the page's own retry button does.
 */
export async function cutOff(page: Page, ...paths: (string | RegExp)[]): Promise<() => Promise<void>> {
  await page.route('**/sse', (route) => route.abort());
  for (const path of paths) await page.route(path, (route) => route.abort());
  return async () => {
    for (const path of paths) await page.unroute(path);
  };
}

/**
 * Requires that the loaded page violates no rule of WCAG 2.2 A and AA. Contrast is optional: it takes most of the time,
 * and the stories check it in both themes.
 */
export async function expectAccessible(page: Page, { isContrastChecked = false } = {}): Promise<void> {
  await expect(page.locator('main h1').first()).toBeAttached();
  const { violations } = await new AxeBuilder({ page })
    // The default mode opens a second page for each analysis to reach cross-origin frames. No page has any.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .disableRules(isContrastChecked ? [] : ['color-contrast'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

/** Opens a form from the wallet's Deposit or Withdraw button, for a bank or a crypto wallet. */
export async function beginFromWallet(
  page: Page,
  act: 'Deposit' | 'Withdraw',
  way: 'bank' | 'crypto wallet',
): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: act, exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: `${act === 'Deposit' ? 'From' : 'To'} a ${way}` })
    .click();
}

export function available(page: Page, currency: string) {
  return page
    .getByRole('row', { name: new RegExp(`^${currency} `) })
    .getByRole('cell')
    .first();
}
