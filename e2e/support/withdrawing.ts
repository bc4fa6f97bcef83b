import type { Page } from '@playwright/test';
import { type Backend, beginFromWallet, demo, expect, signIn, requestCode } from './journey.ts';

// Steps of a withdrawal, for journeys with another topic.

/** Destination of withdrawals in journeys. */
export const destination = '0x52908400098527886E0F7030069857D2E4169EE7';
const day = 24 * 60 * 60;

/** Enters both codes of an action on its open page. */
export async function prove(
  page: Page,
  backend: Backend,
  { phone, email }: { phone: string; email: string } = demo.mei,
): Promise<void> {
  for (const to of [phone, email]) {
    await requestCode(page, 'SMS');
    await page.getByLabel('Verification code').fill(await backend.code(to));
  }
}
/** Fills in a new address. */
export async function fillAddress(
  page: Page,
  address = destination,
  label = 'Cold storage',
  network = 'Ethereum',
): Promise<void> {
  await page.getByLabel('Network', { exact: true }).selectOption(network);
  await page.getByLabel('Address', { exact: true }).fill(address);
  await page.getByLabel('Name', { exact: true }).fill(label);
}
/** Fills in a new address on its own page, up to its review. */
export async function typeAddress(...[page, ...address]: Parameters<typeof fillAddress>): Promise<void> {
  await fillAddress(page, ...address);
  await page.getByRole('button', { name: 'Continue' }).click();
}
/** Saves an address like a customer. */
export async function saveAddress(
  page: Page,
  backend: Backend,
  address = destination,
  label = 'Cold storage',
  network = 'Ethereum',
): Promise<void> {
  await page.goto('/blockchain?add');
  await typeAddress(page, address, label, network);
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await prove(page, backend);
  await expect(page.getByRole('article', { name: label })).toBeVisible();
}
/** Navigates to the review of a withdrawal from any page. */
export async function review(page: Page, amount: string): Promise<void> {
  await page.goto('/wallet');
  await beginFromWallet(page, 'Withdraw', 'crypto wallet');
  await page.getByLabel('To', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Amount that arrives').fill(amount);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review your withdrawal' })).toBeFocused();
}
export async function withdraw(page: Page, backend: Backend, amount: string): Promise<void> {
  await backend.advanceClock(61);
  await review(page, amount);
  await page.getByRole('button', { name: `Withdraw ${amount} WUSD` }).click();
  await prove(page, backend);
  await expect(
    page.getByRole('heading', { name: /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/ }),
  ).toBeVisible();
}
/** Triggers an external event with the sandbox drawer. */
export async function happen(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await page.getByRole('dialog', { name: 'Sandbox' }).getByRole('button', { name: what, exact: true }).click();
  await page.keyboard.press('Escape');
}
/** Logs out, advances one day, and signs in again: no session lasts a day. */
export async function nextDay(page: Page, backend: Backend, email = demo.mei.email): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/home/);
  await backend.advanceClock(day);
  await signIn(page, backend, email);
}
