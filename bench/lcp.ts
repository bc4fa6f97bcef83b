import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BrowserContext, chromium as playwright, type Browser, type Page } from '@playwright/test';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { startServerProcess } from '@wusd/api/testing/process';
import { chromium } from '@wusd/browser';
import { signIn } from './sign-in.ts';
import { median, table } from './table.ts';

const rounds = Number(process.env['LCP_ROUNDS'] ?? 7);
/** Slow 4G and a mid-range phone, with the values that Lighthouse applies through DevTools. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
};
const cpuSlowdown = 4;

interface Vitals {
  lcp: number;
  fcp: number;
  cls: number;
}
interface Subject {
  path: string;
  isSignedIn: boolean;
  /** Resolves when the page shows its data and reacts to input. */
  isReady: (page: Page) => Promise<unknown>;
  interact?: { name: string; with: (page: Page) => Promise<unknown> };
}

const subjects: Subject[] = [
  {
    path: '/home',
    isSignedIn: false,
    isReady: (page) => page.getByText('Singapore time. The rate').waitFor(),
    interact: {
      name: 'typing an amount',
      with: (page) => page.getByLabel('You send', { exact: true }).pressSequentially('25', { delay: 150 }),
    },
  },
  { path: '/login', isSignedIn: false, isReady: (page) => page.waitForLoadState('networkidle') },
  {
    path: '/wallet',
    isSignedIn: true,
    isReady: (page) => page.getByText('12,480.50').first().waitFor(),
    interact: { name: 'opening a dialog', with: openDialog },
  },
];

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').waitFor();
}

/** Web vitals of the app on slow 4G and a slow processor, beside a static page with the same words. */
export async function lcp(): Promise<void> {
  const postgres = await startTestPostgres(join(import.meta.dirname, '../.data/test-postgres'));
  const server = await startServerProcess({ databaseUrl: await createTestDatabase(postgres.url), isWithWeb: true });
  const browser = await playwright.launch(await chromium());
  const statics = await serveStatic();
  try {
    for (const subject of subjects) {
      // oxlint-disable-next-line no-await-in-loop -- two pages that load at once would slow each other down
      const rows = await compare(browser, server.url, statics, subject);
      table([subject.path, 'LCP ms', 'of static', 'FCP ms', 'of static', 'CLS', 'INP ms'], rows);
    }
  } finally {
    statics.close();
    await browser.close();
    await server.stop();
    await postgres.stop();
  }
}

async function compare(
  browser: Browser,
  url: string,
  statics: Awaited<ReturnType<typeof serveStatic>>,
  subject: Subject,
): Promise<(string | number)[][]> {
  const context = await contextFor(browser, url);
  if (subject.isSignedIn) await signIn(context, url);
  statics.show(await wordsOf(context, url, subject));
  const app: Vitals[] = [];
  const plain: Vitals[] = [];
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const isReady = (page: Page): Promise<unknown> => page.waitForLoadState('load');
    plain.push((await visit(context, statics.linkTo(statics.url), { isReady })).vitals);
    const { vitals, interaction } = await visit(context, statics.linkTo(`${url}${subject.path}`), subject);
    app.push(vitals);
    if (interaction !== undefined) delays.push(interaction);
  }
  await context.close();
  const of = (all: Vitals[], key: keyof Vitals): number => median(all.map((vitals) => vitals[key]));
  const ratio = (key: 'lcp' | 'fcp'): string => (of(app, key) / of(plain, key)).toFixed(2);
  const delay = subject.interact ? `${Math.round(median(delays))} (${subject.interact.name})` : '';
  return [
    ['static page', Math.round(of(plain, 'lcp')), '1.00', Math.round(of(plain, 'fcp')), '1.00', '0.000', ''],
    [
      'app',
      Math.round(of(app, 'lcp')),
      ratio('lcp'),
      Math.round(of(app, 'fcp')),
      ratio('fcp'),
      of(app, 'cls').toFixed(3),
      delay,
    ],
  ];
}

/** A phone; without the service worker, so that each visit loads everything. */
const contextFor = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, viewport: { width: 412, height: 823 }, serviceWorkers: 'block', locale: 'en-US' });

/** The page's headings, paragraphs and other text as plain elements with the sizes they have on screen. */
async function wordsOf(context: BrowserContext, url: string, { path, isReady }: Subject): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${url}${path}`);
  await isReady(page);
  const body = await page.evaluate(() => {
    const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || !element.checkVisibility()) continue;
      const { fontSize, fontWeight, lineHeight } = getComputedStyle(element);
      const tag = /^H[1-3]$/.test(element.tagName) ? element.tagName.toLowerCase() : 'p';
      texts.push(`<${tag} style="font:${fontWeight} ${fontSize}/${lineHeight} sans-serif">${escape(text)}</${tag}>`);
    }
    return texts.join('\n');
  });
  await page.close();
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static</title><body style="margin:0;padding:20px">${body}</body></html>`;
}

interface Statics {
  url: string;
  /** A page of another site with one link. */
  linkTo: (url: string) => string;
  show: (page: string) => void;
  close: () => void;
}

async function serveStatic(): Promise<Statics> {
  let body = brotliCompressSync('');
  const server = createServer(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://localhost');
    const to = searchParams.get('to');
    if (to !== null) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><a href="${to}">Link</a>`);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    linkTo: (url) => `http://localhost:${port}/?to=${encodeURIComponent(url)}`,
    show: (page) => (body = brotliCompressSync(page)),
    close: () => server.close(),
  };
}

/**
 * Follows a link from another site, as visitors arrive. Opened in a new tab, a page with the header Cross-Origin-Opener-Policy
 * would wait for a process of its own, and the static page would not.
 */
async function visit(
  context: BrowserContext,
  linkedFrom: string,
  { isReady, interact }: Pick<Subject, 'isReady' | 'interact'>,
): Promise<{ vitals: Vitals; interaction: number | undefined }> {
  const page = await context.newPage();
  await page.goto(linkedFrom);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observeVitals);
  await page.getByRole('link').click();
  await page.waitForURL(({ hostname }) => hostname !== 'localhost');
  await isReady(page);
  await page.evaluate(afterPaint);
  const vitals = await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals);
  let interaction: number | undefined;
  if (interact) {
    await interact.with(page);
    await page.evaluate(afterPaint);
    interaction = await page.evaluate(() => (globalThis as unknown as { slowest: number }).slowest);
  }
  await page.close();
  return { vitals, interaction };
}

/** In the page: resolves when what was rendered has been painted, and its entries have reached the observers. */
function afterPaint(): Promise<unknown> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve))),
  );
}

/** In the page, before anything else. */
function observeVitals(): void {
  const target = globalThis as unknown as { vitals: Vitals; slowest: number };
  const vitals: Vitals = { lcp: 0, fcp: 0, cls: 0 };
  target.vitals = vitals;
  target.slowest = 0;
  const observe = (type: string, each: (entry: PerformanceEntry) => void, options = {}): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options });
  observe('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') vitals.fcp = startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) vitals.cls += value;
  });
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId?: number };
      if (interactionId) target.slowest = Math.max(target.slowest, duration);
    },
    { durationThreshold: 16 },
  );
}
