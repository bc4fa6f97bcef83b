import type { Page } from '@playwright/test';
import { languageStorageKey } from '@wusd/i18n';
import { legalPaths, type RoutePath, routeTable } from '@wusd/web/shared/routing/route-table.ts';
import { beginSession, expect, expectAccessible, openHome, openPublicPage, test } from '../support/journey.ts';
import { expectNoSidewaysScroll } from '../support/reflow.ts';
import { settled } from '../support/settled.ts';

// Thai has the longest words, and this is the narrowest phone.
test.use({ viewport: { width: 320, height: 640 } });
const speakThai = (page: Page): Promise<void> =>
  page.evaluate((key) => localStorage.setItem(key, 'th_TH'), languageStorageKey);

const paths = Object.keys(routeTable) as RoutePath[];
const open = paths.filter((path) => routeTable[path] === 'public');
const guarded = paths.filter((path) => routeTable[path] !== 'public');

const isHome = (path: string): boolean => path === '/' || path === '/home';

// The legal documents are in English only.
const titled = (path: RoutePath): RegExp =>
  legalPaths.includes(path) ? /^[A-Z].* · WUSD Wallet$/ : /[\u0E00-\u0E7F].* · WUSD Wallet$/;

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = '';
    history.pushState({}, '', to);
  }, path);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
}

/**
 * The page has a unique title, links in its main part, no horizontal overflow, and in the soak run no axe violations.
 */
async function expectWhole(page: Page, path: RoutePath): Promise<void> {
  await test.step(path, async () => {
    // Navigates within the app, because loading each route would take most of the time. Goes through a missing page, so
    // that a new heading belongs to the route.
    await follow(page, '/nowhere');
    await follow(page, path);
    await settled(page);
    await expect.soft(page, path).toHaveTitle(isHome(path) ? 'WUSD Wallet' : titled(path));
    const waysOn = page
      .locator('main')
      .locator('a[href]:visible, button:enabled:visible, :is(input, select):enabled:visible');
    await expect.soft(waysOn.first(), path).toBeVisible();
    await expectNoSidewaysScroll(page);
    // axe also checks each screen in its stories.
    if (process.env['ALL_JOURNEYS']) await expectAccessible(page);
  });
}

// One test opens all routes, so its time limit grows with their number.
const timeFor = (routes: readonly RoutePath[]): number => 60_000 + routes.length * 20_000;

test('every public route is complete for a visitor on a phone, in Thai, and links to other pages', async ({ page }) => {
  test.setTimeout(timeFor(open));
  await openHome(page);
  await speakThai(page);
  await openPublicPage(page, '/login');
  for (const path of open) await expectWhole(page, path);
});

for (const half of [0, 1]) {
  const routes = guarded.filter((_, index) => index % 2 === half);
  test(`every customer route is complete on a phone, in Thai, and links to other pages (${half + 1} of 2)`, async ({
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
