import type { Page } from '@playwright/test';

/** Waits until nothing on the page only stands for what is coming. */
export async function settled(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[aria-hidden="true"][style*="skeleton"], [aria-busy="true"]'),
    undefined,
    { ...(timeout !== undefined && { timeout }) },
  );
}
