import type { Page } from '@playwright/test';
import { type Backend, expect } from './journey.ts';

export const send = (page: Page) => page.getByLabel('You send', { exact: true });
export const receive = (page: Page) => page.getByLabel('You receive', { exact: true });

export async function choose(page: Page, pay: string, to: string): Promise<void> {
  await page.getByLabel('Currency you send').selectOption(pay);
  await page.getByLabel('Currency you receive').selectOption(to);
}

/** Submits the reviewed swap with an authenticator code. The server places the order, but its response is lost. */
export async function loseAnswer(page: Page, backend: Backend): Promise<void> {
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await page.getByRole('radio', { name: /Authenticator/ }).check();
  let isPlaced = false;
  await page.route('**/otc/submit-otc**', async (route) => {
    isPlaced = (await route.fetch()).ok();
    await route.abort();
  });
  await page.getByLabel('Verification code').fill(await backend.authenticatorCode());
  await expect(page.getByText('Request failed')).toBeVisible();
  expect(isPlaced).toBe(true);
  await page.unroute('**/otc/submit-otc**');
}
