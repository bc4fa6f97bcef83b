import type { Page } from '@playwright/test';

/** Waits until the page has no placeholders: requests are complete, and a prerendered page is hydrated. */
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
