import type { Page } from '@playwright/test';

/** Waits until nothing on the page only stands for what is coming: what is fetched, or the app where the page was drawn at build time. */
export async function settled(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector(
        'html[data-prerendered], #frame, [aria-hidden="true"][style*="skeleton"], [aria-busy="true"]',
      ),
    undefined,
    { ...(timeout !== undefined && { timeout }) },
  );
}
