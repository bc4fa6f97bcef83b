import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { add, compare, subtract } from '@wusd/api-sdk/money';
import { beginSession, cutOff, demo, expect, expectAccessible, test } from '../support/journey.ts';

/** The file that a button of the list downloads. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Rows of a CSV file without quoted cells, by column name. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [head[index] ?? '', cell])));
}

test('the statement of a month is saved as CSV, whose amounts add up, and as PDF', async ({ page, backend }) => {
  await beginSession(page, backend);
  const restore = await cutOff(page, '**/api/wallet-history/statements/search');
  await page.goto('/wallet-history?currency=WUSD');
  // The link in the prerendered document names no currency.
  const link = page.getByRole('main').getByRole('link', { name: 'Statements' });
  await expect(link).toHaveAttribute('href', /currency=WUSD/);
  await link.click();
  await expect(page.getByText('Your statements can’t be shown right now.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Currency')).toHaveValue('WUSD');
  await expect(page.getByText(/^So far, up to /)).toBeVisible();
  await expect(page.getByRole('button', { name: /^CSV/ })).toHaveCount(1);
  await page.getByLabel('Currency').selectOption('All');
  await expect(page.getByRole('button', { name: /^CSV · USD,/ })).toBeVisible();
  await expect(page).toHaveURL(/\/statements$/);
  await expectAccessible(page);

  const csv = await saved(page, 'CSV · WUSD');
  expect(csv.name).toMatch(/^wusd-statement-WUSD-\d{4}-\d\d\.csv$/);
  const rows = rowsOf(csv.bytes.toString());
  const [opening, closing] = [rows[0]?.['Balance'] ?? '', rows.at(-1)?.['Balance'] ?? ''];
  const sum = rows.reduce((all, { Amount: amount = '' }) => (amount === '' ? all : add(all, amount)), '0');
  expect(compare(sum, subtract(closing, opening))).toBe(0);
  expect(compare(closing, '12480.5')).toBe(0);
  await expect(page.getByText('12,480.50 WUSD')).toBeVisible();

  const pdf = await saved(page, 'PDF · WUSD');
  expect(pdf.name).toBe(csv.name.replace('.csv', '.pdf'));
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await page.goto('/asset?currency=SGD');
  await page.getByRole('main').getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByRole('button', { name: 'PDF · SGD' })).toBeVisible();
  await page.getByLabel('Currency').selectOption('THB');
  await expect(page.getByText('No statements yet')).toBeVisible();
});

test('without transactions there is no statement yet', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend, demo.somchai.email);
  await page.goto('/statements');
  await expect(page.getByText('Your first statement is here as soon as money has moved.')).toBeVisible();
  await expectAccessible(page);
});

test('a receipt is shared with another app if the browser can share files', async ({ page, backend }) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => void shared.push(...files.map(({ name, type }) => `${name} ${type}`)),
    });
    Object.assign(globalThis, { shared });
  });
  await beginSession(page, backend);
  await page.goto('/wallet-history');
  await page.getByRole('list', { name: 'History' }).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Share receipt' }).click();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { shared: string[] }).shared.join()))
    .toMatch(/^receipt-\w+\.pdf application\/pdf$/);
});
