import { expect, type Page } from '@playwright/test';

/** Requires that no element overflows the page sideways; names the elements that do. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const outside = await page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll('body *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(outside).toEqual([]);
}
