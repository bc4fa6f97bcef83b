import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

// The sandbox drawer, used without a terminal or direct API calls.

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Sandbox' });

/** Opens the drawer, runs an action in it, and closes it. */
export async function inDrawer(page: Page, act: (drawer: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Sandbox' }).click();
  await act(drawer(page));
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
}

/** Presses a button of the drawer. */
export const press = (page: Page, name: string): Promise<void> =>
  inDrawer(page, (open) => open.getByRole('button', { name, exact: true }).click());

/** Simulates an incoming payment with the drawer's form. */
export async function receive(page: Page, amount: string, currency: string): Promise<void> {
  await inDrawer(page, async (open) => {
    await open.getByLabel('Currency', { exact: true }).selectOption(currency);
    await open.getByLabel('Amount', { exact: true }).fill(amount);
    await open.getByRole('button', { name: 'Let it arrive' }).click();
    await expect(page.getByText('It was sent. Watch the balance.').first()).toBeVisible();
  });
}

/** Reads codes from the drawer's mailbox, each once. */
export function codeReader(page: Page): (recipient: string) => Promise<string> {
  const used = new Set<string>();
  return async (recipient) => {
    let code = '';
    await inDrawer(page, async (open) => {
      const codes = open
        .getByRole('listitem')
        .filter({ hasText: recipient })
        .getByRole('button', { name: /^Copy \d{6}$/ });
      await expect
        .poll(async () => {
          const shown = (await codes.allTextContents()).map((text) => /\d{6}/.exec(text)?.[0] ?? '');
          code = shown.find((each) => !used.has(each)) ?? '';
          return code;
        })
        .not.toBe('');
    });
    used.add(code);
    return code;
  };
}
