import type { Page } from '@playwright/test';
import { languageStorageKey } from '@wusd/i18n';
import { legalPaths, type RoutePath, routeTable } from '@wusd/web/shared/routing/route-table.ts';
import { beginSession, expect, expectAccessible, openHome, openPublicPage, test } from '../support/journey.ts';
import { expectNoSidewaysScroll } from '../support/reflow.ts';
import { settled } from '../support/settled.ts';

// In the language whose words are longest, on the narrowest phone.
test.use({ viewport: { width: 320, height: 640 } });
const speakThai = (page: Page): Promise<void> =>
  page.evaluate((key) => localStorage.setItem(key, 'th_TH'), languageStorageKey);

const paths = Object.keys(routeTable) as RoutePath[];
const open = paths.filter((path) => routeTable[path] === 'public');
const guarded = paths.filter((path) => routeTable[path] !== 'public');

const isHome = (path: string): boolean => path === '/' || path === '/home';

// The documents themselves are in English alone.
const titled = (path: RoutePath): RegExp =>
  legalPaths.includes(path) ? /^[A-Z].* · WUSD Wallet$/ : /[\u0E00-\u0E7F].* · WUSD Wallet$/;

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = '';
    history.pushState({}, '', to);
  }, path);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
}

/** It has a title of its own, leads on from its middle, holds in the width, and in the soak run breaks no rule of axe. */
async function expectWhole(page: Page, path: RoutePath): Promise<void> {
  await test.step(path, async () => {
    // The app hears of it as of a link that was followed: a load for each route would take most of the time. By way of a place that
    // does not exist, so that a heading which is new is the route's own.
    await follow(page, '/nowhere');
    await follow(page, path);
    await settled(page);
    await expect.soft(page, path).toHaveTitle(isHome(path) ? 'WUSD Wallet' : titled(path));
    const waysOn = page
      .locator('main')
      .locator('a[href]:visible, button:enabled:visible, :is(input, select):enabled:visible');
    await expect.soft(waysOn.first(), path).toBeVisible();
    await expectNoSidewaysScroll(page);
    // Each screen has its stories, which axe reads too.
    if (process.env['ALL_JOURNEYS']) await expectAccessible(page);
  });
}

// As many pages as there are routes are opened and read by axe in one test, so its time grows with them.
const timeFor = (routes: readonly RoutePath[]): number => 60_000 + routes.length * 20_000;

test('every open route is whole for a stranger on a phone, in Thai, and leads on', async ({ page }) => {
  test.setTimeout(timeFor(open));
  await openHome(page);
  await speakThai(page);
  await openPublicPage(page, '/login');
  for (const path of open) await expectWhole(page, path);
});

for (const half of [0, 1]) {
  const routes = guarded.filter((_, index) => index % 2 === half);
  test(`every route of customers is whole on a phone, in Thai, and leads on (${half + 1} of 2)`, async ({
    page,
    backend,
  }) => {
    test.setTimeout(timeFor(routes));
    await beginSession(page, backend);
    await speakThai(page);
    await page.goto('/wallet');
    await settled(page);
    for (const path of routes) await expectWhole(page, path);
  });
}
