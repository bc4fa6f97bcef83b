import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from '../support/journey.ts';
import { settled } from '../support/settled.ts';

test.use({ build: 'dist' });

const languages = ['en_US', 'zh_CN', 'th_TH'];

/** Delays every script until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => released.resolve();
}

const hydrated = (page: Page) => expect(page.locator('html[data-prerendered]')).toHaveCount(0);

for (const language of languages) {
  test(
    `/home and /login are complete before scripts in ${language}, and are hydrated in place`,
    { tag: language === 'zh_CN' ? '@long' : [] },
    async ({ page, context, backend }) => {
      await context.addCookies([{ name: 'lang', value: language, url: backend.url }]);
      await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), language);
      for (const path of ['/home', '/login', '/register', '/forget-password']) {
        const release = await holdScripts(page);
        await page.goto(path, { waitUntil: 'commit' });
        const heading = page.locator('#root h1');
        await expect(heading).toBeVisible();
        const words = await page.locator('#root main').innerText();
        const element = await heading.elementHandle();
        await expect(page.locator('html')).toHaveAttribute('lang', language.replace('_', '-'));
        release();
        await hydrated(page);
        // The same element with the same text: React hydrated it instead of rendering it again.
        expect(await element?.evaluate((node) => node.isConnected)).toBe(true);
        expect((await page.locator('#root main').innerText()).slice(0, 40)).toBe(words.slice(0, 40));
        await page.unrouteAll();
      }
    },
  );
}

for (const theme of ['light', 'dark'] as const) {
  test(`the chosen ${theme} theme is painted before scripts, regardless of the system setting`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' });
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.locator('#root h1')).toBeVisible();
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const channels = /\d+/g.exec(background)?.map(Number) ?? [];
    expect((channels[0] ?? 0) > 128 ? 'light' : 'dark').toBe(theme);
  });
}

test('a visitor with blocked storage gets the page in the language of the browser', async ({ browser, backend }) => {
  const context = await browser.newContext({ baseURL: backend.url, locale: 'th-TH', serviceWorkers: 'block' });
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const page = await context.newPage();
  await page.goto('/login');
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'th-TH');
  await expect(page.locator('#root h1')).toBeVisible();
  await context.close();
});

test('a language chosen before cookies existed is shown, and stored in a cookie for the next document', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem('lang', 'zh_CN'));
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe('zh_CN');
});

async function reopen(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

for (const viewport of [
  { width: 375, height: 812 },
  { width: 1280, height: 900 },
]) {
  test(
    `with a session, pages show their frame before scripts, and do not shift afterwards, at ${viewport.width} px`,
    { tag: viewport.width > 375 ? '@long' : [] },
    async ({ page, context, backend }) => {
      await signIn(page, backend);
      for (const path of [
        '/home',
        '/wallet',
        '/wallet-history',
        '/mint-redeem',
        '/crypto-withdraw',
        '/security-setting',
      ]) {
        const fresh = await context.newPage();
        await fresh.setViewportSize(viewport);
        await fresh.addInitScript(sumLayoutShifts);
        const release = await reopen(fresh, path);
        await expect(fresh.locator('#frame h1')).toBeVisible();
        await expect(fresh.locator('#root')).not.toBeVisible();
        await expectAccessible(fresh);
        const title = await fresh.locator('#frame h1').innerText();
        release();
        await expect(fresh.locator('#frame')).toHaveCount(0);
        await expect(fresh.getByRole('heading', { level: 1 })).toHaveText(title);
        await settled(fresh);
        const shift = await fresh.evaluate(() => (globalThis as unknown as { layoutShift: number }).layoutShift);
        expect(shift, path).toBeLessThanOrEqual(0.01);
        await fresh.close();
      }
    },
  );
}

interface Watched {
  /** Promise of the font load that `boot.js` started. */
  face: Promise<unknown>;
  layoutShift: number;
}

/** Runs in the page: stores the promise that `boot.js` waits for. */
function watchTypeface(): void {
  const { load } = FontFace.prototype;
  FontFace.prototype.load = function (this: FontFace) {
    const face = load.call(this);
    Object.assign(globalThis, { face });
    return face;
  };
}

/** Runs in the page: resolves when the font has loaded and two more frames were rendered. */
const typefaceLoaded = async (): Promise<void> => {
  await (globalThis as unknown as Watched).face;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

test('a late font causes no layout shift, and is used from the next page on', async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.addInitScript(watchTypeface);
  await page.addInitScript(sumLayoutShifts);
  await page.goto('/home', { waitUntil: 'commit' });
  await hydrated(page);
  await settled(page);
  released.resolve();
  await page.evaluate(typefaceLoaded);
  expect(await page.evaluate(() => (globalThis as unknown as Watched).layoutShift)).toBe(0);
  await expect(page.locator('html[data-typeface]')).toHaveCount(0);
  // Navigation within the page does not change the font.
  await page.evaluate(() => history.pushState(history.state, '', '#content'));
  await expect(page.locator('html[data-typeface]')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.locator('html[data-typeface]')).toHaveCount(1);
  expect(
    await page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => family === 'Figtree' && status === 'loaded'),
    ),
  ).toBe(true);
});

test('a font that is ready before the first frame is used in it', async ({ page }) => {
  await page.addInitScript(watchTypeface);
  await page.addInitScript(() => {
    const frame = requestAnimationFrame.bind(globalThis);
    const frameAfterFace = async (callback: FrameRequestCallback): Promise<void> => {
      // `boot.js` requests the frame first, and starts loading in the same task.
      await Promise.resolve();
      await (globalThis as unknown as Watched).face;
      frame(callback);
    };
    globalThis.requestAnimationFrame = (callback) => {
      void frameAfterFace(callback);
      return 0;
    };
  });
  await page.goto('/login');
  await hydrated(page);
  await expect(page.locator('html[data-typeface]')).toHaveCount(1);
});

test('on a slow network the font loads after the scripts', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', saveData: false } }),
  );
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  const release = await reopen(page, '/login');
  await expect(page.locator('#root h1')).toBeVisible();
  expect(fonts).toEqual([]);
  const font = page.waitForRequest('**/*.woff2');
  release();
  await font;
});

/** Runs in the page: sums up the browser's layout shift scores without user input. */
function sumLayoutShifts(): void {
  const target = globalThis as unknown as { layoutShift: number };
  target.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) target.layoutShift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test('an expired session shows the frame until the server rejects it, then the public page', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  // An open page would end the session itself.
  await page.close();
  await backend.advanceClock(60 * 60 * 24 * 60);
  const fresh = await context.newPage();
  const release = await reopen(fresh, '/home');
  await expect(fresh.locator('#frame h1')).toBeVisible();
  await expect(fresh.locator('#root')).not.toBeVisible();
  release();
  await fresh.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(fresh.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(fresh.locator('#frame')).toHaveCount(0);
});

test('the configuration and the first rate are requested once, in parallel with the scripts', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdScripts(page);
  const rate = page.waitForResponse('**/api/otc/get-otc-rate');
  await page.goto('/home', { waitUntil: 'commit' });
  await rate;
  release();
  await expect(page.getByText('Singapore time. The rate')).toBeVisible();
  await settled(page);
  expect(asked.filter((path) => path.startsWith('/api/')).toSorted()).toEqual(['/api/config', '/api/otc/get-otc-rate']);
});

test('a document preloads every script that its page runs at once', async ({ page }) => {
  // Blocks rendering, so that code requested after the first paint is not loaded.
  await page.addInitScript(() => Object.assign(globalThis, { requestAnimationFrame: () => 0 }));
  for (const path of ['/home', '/login', '/register', '/forget-password']) {
    const scripts = new Set<string>();
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && scripts.add(new URL(request.url()).pathname),
    );
    await page.goto(path);
    await hydrated(page);
    const named = await page
      .locator('link[rel=modulepreload], script[src]')
      .evaluateAll((elements) =>
        elements.map(
          (element) =>
            new URL(element.getAttribute('href') ?? element.getAttribute('src') ?? '', location.href).pathname,
        ),
      );
    // The test mode panel is loaded with the configuration.
    expect([...scripts].filter((script) => !named.includes(script) && !/\/[Ss]a-/.test(script))).toEqual([]);
    page.removeAllListeners('request');
  }
});

// The test browser does not support the back-forward cache, even for a plain page. So the test checks for each feature
// that would exclude a page from the cache.
test('no public page uses a feature that excludes it from the back-forward cache', async ({ page }) => {
  await page.addInitScript(() => {
    const added: string[] = [];
    Object.assign(globalThis, { unloadListeners: added });
    const add = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest) {
      if (type === 'unload') added.push(type);
      add.call(this, type, ...(rest as [EventListener]));
    };
  });
  const open = new Set<string>();
  page.on('request', (request) => open.add(request.url()));
  page.on('requestfinished', (request) => open.delete(request.url()));
  page.on('requestfailed', (request) => open.delete(request.url()));
  page.on('websocket', (socket) => open.add(socket.url()));
  for (const path of ['/home', '/login', '/register', '/forget-password', '/protocol/privacy-policy']) {
    const response = await page.goto(path);
    expect(response?.headers()['cache-control'], path).not.toContain('no-store');
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => [...open], path).toEqual([]);
    const listeners = await page.evaluate(
      () => (globalThis as unknown as { unloadListeners: string[] }).unloadListeners,
    );
    expect(listeners, path).toEqual([]);
  }
});
