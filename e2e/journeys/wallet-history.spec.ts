import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { beginSession, cutOff, demo, expect, expectAccessible, signIn, test } from '../support/journey.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('button');
const details = (page: Page) => page.getByRole('dialog', { name: 'Details' });

test('the wallet shows the total value, the latest transactions and pending ones, live in every tab', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  const total = page.getByRole('region', { name: 'Total balance' });
  await expect(total.getByText(/Last 30 days, at today’s rates: lowest 0\.00 USD/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Deposit · Ethereum' })).toHaveCount(1);
  await page.getByLabel('Shown in').selectOption('SGD');
  await page.getByLabel('How far back').selectOption('365');
  await expect(total.getByText(/Last 365 days, at today’s rates: lowest 0\.00 SGD/)).toBeVisible();
  await expectAccessible(page);
  await total.getByRole('button', { name: 'Show as a table' }).click();
  await expect(total.getByRole('table', { name: 'Total balance over time' }).getByRole('row')).toHaveCount(32);
  await total.getByRole('button', { name: 'Show as a chart' }).click();
  const course = total.getByRole('slider', { name: 'Total balance over time' });
  const last = await course.getAttribute('aria-valuetext');
  await course.press('ArrowLeft');
  await expect(course).not.toHaveAttribute('aria-valuetext', last ?? '');
  await total.getByRole('button', { name: 'Hide amounts' }).click();
  await expect(page.getByRole('main')).not.toContainText(/\d[,\d]*\.\d\d/);
  await page.getByLabel('Hide zero balances').check();
  await expect(page.getByRole('row', { name: /^THB/ })).toHaveCount(0);

  await page.reload();
  await expect(page.getByLabel('Shown in')).toHaveValue('SGD');
  await expect(page.getByLabel('Hide zero balances')).toBeChecked();
  await total.getByRole('button', { name: 'Show amounts' }).click();

  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByLabel('Shown in')).toHaveValue('SGD');
  await backend.receive({ currency: 'WUSD', amount: '33.00' });
  await expect(other.getByRole('button', { name: /Deposit · Ethereum .*\+33\.00 WUSD/ })).toBeVisible();
  await backend.receive({ currency: 'WUSD', amount: '77.00' }, { outcome: 'high-risk' });
  for (const tab of [page, other]) await expect(tab.getByText('1 movement waits for something.')).toBeVisible();
  await page.getByRole('link', { name: 'See why' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByLabel('Status')).toHaveValue('held');
  await rows(page).first().click();
  await expect(details(page).getByRole('heading', { name: 'Why is this held?' })).toBeVisible();
  const id = (await details(page).getByText(/^ctx_/).textContent()) ?? '';
  await backend.operator('approve', id);
  await expect(details(page).getByText('Completed').first()).toBeVisible();
  await expect(other.getByText('1 movement waits for something.')).toBeHidden();

  // Without market rates there is no total, but everything else.
  const restore = await cutOff(page, '**/api/wallet-account/valuation**');
  await page.goto('/wallet');
  await expect(page.getByText('The total can’t be worked out right now')).toBeVisible();
  await expect(page.getByRole('row', { name: /^WUSD/ })).toBeVisible();
  await restore();
  await total.getByRole('button', { name: 'Try again' }).click();
  await expect(total.getByText(/Last 30 days/)).toBeVisible();
});

test(
  'a currency opens from the wallet, and its actions start with the currency selected',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await page.goto('/wallet');
    await page.getByRole('row', { name: /^USDC/ }).getByRole('link', { name: 'USDC' }).click();
    await expect(page.getByRole('heading', { name: 'USDC balance' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Supported networks' }).getByRole('listitem')).not.toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Deposit', exact: true }).click();
    await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('USDC');
    await page.goBack();
    await page.getByRole('main').getByRole('button', { name: 'Swap', exact: true }).click();
    await expect(page.getByLabel('Currency you send')).toHaveValue('USDC');

    await page.goto('/asset?currency=SGD');
    await expect(page.getByRole('region', { name: 'Supported banks' })).toContainText('SWIFT');
    await page.getByRole('main').getByRole('button', { name: 'Withdraw', exact: true }).click();
    // The recipient determines the currency. Until one is chosen, the currency of the previous page is selected.
    await expect(page.getByText(/^Available: .* SGD/)).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'All history' }).click();
    await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('SGD');
  },
);

test('the history is filtered by the query in the URL, and each entry opens with its receipt', async ({
  page,
  backend,
}) => {
  await signIn(page, backend);
  await page.getByRole('link', { name: 'All history' }).click();
  await expect(rows(page)).toHaveCount(6);
  await expectAccessible(page);
  await page.getByLabel('Type').selectOption('fiat-deposit');
  await expect(rows(page)).toHaveCount(3);
  await page.getByLabel('Currency').selectOption('JPY');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/kind=fiat-deposit&currency=JPY/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Type').selectOption('swap');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(rows(page)).toHaveCount(6);

  await rows(page).nth(2).press('Enter');
  const id = (await details(page).getByText(/^ctx_/).textContent()) ?? '';
  const download = page.waitForEvent('download');
  await details(page).getByRole('button', { name: 'Download receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-ctx_\w+\.pdf$/);
  await page.keyboard.press('Escape');
  await expect(details(page)).toBeHidden();
  await page.getByLabel('Recipient, amount, reference or id').fill(id.slice(-12).toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Recipient, amount, reference or id').fill('');
  await expect(rows(page)).toHaveCount(6);

  await page.getByLabel('From').fill('2026-12-31');
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await expect(page.getByText('The first day is after the last.')).toBeVisible();
  await page.getByLabel('From').fill('2026-01-01');
  await expect(page.getByText('Nothing matches')).toBeVisible();

  const restore = await cutOff(page, '**/api/wallet-history/search');
  await page.goto('/wallet-history');
  await expect(page.getByText('Your history can’t be shown right now.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(6);

  // On a phone the list is at the top.
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(page.getByLabel('Type')).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Type').selectOption('withdrawal');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expectAccessible(page);
});

test(
  'the filtered history is exported as CSV or PDF, and a long export runs in the background',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await page.goto('/wallet-history?kind=fiat-deposit');
    const make = async (format: string): Promise<void> => {
      await page.getByRole('button', { name: 'Export' }).click();
      const asked = page.getByRole('dialog', { name: 'Export what is shown' });
      await asked.getByRole('radio', { name: format }).check();
      await asked.getByRole('button', { name: 'Make the file' }).click();
    };
    let download = page.waitForEvent('download');
    await make('CSV, for spreadsheets');
    const csv = await download;
    expect(csv.suggestedFilename()).toMatch(/^wusd-history-[\d-]+\.csv$/);
    const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines.join('\n')).toContain('18250.00,USD');
    download = page.waitForEvent('download');
    await make('PDF statement');
    expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-');

    // Simulates thousands of entries: this customer has six.
    await page.route('**/api/wallet-history/export', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({
          header: { success: false, errCode: '34001', errMsg: 'Too long.', serverTime: new Date().toISOString() },
          result: { errorName: 'EXPORT_TOO_LONG', retryable: false, nextAction: 'correct-input' },
        }),
      }),
    );
    await make('CSV, for spreadsheets');
    await expect(page.getByText('Your file is ready.')).toBeVisible();
    await expectAccessible(page);
    download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file' }).click();
    expect((await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')).toHaveLength(4);
    await expect(page.getByText('Your file is ready.')).toBeHidden();

    const job = /\/api\/wallet-history\/export-jobs\/exp_\w+$/;
    await page.route(job, async (route) => {
      const answer = (await (await route.fetch()).json()) as { result: { status: string } };
      answer.result.status = 'failed';
      await route.fulfill({ json: answer });
    });
    await make('CSV, for spreadsheets');
    await expect(page.getByText('The file could not be made. Please try again.')).toBeVisible();
    await page.unroute(job);
    await make('CSV, for spreadsheets');
    await expect(page.getByText('Your file is ready.')).toBeVisible();
  },
);

test(
  'limits are shown for every action, or an error if they fail to load',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    await page.getByRole('link', { name: 'See your limits' }).click();
    await expect(page.getByText('5,000,000.00 WUSD of 5,000,000.00 WUSD left')).toBeVisible();
    await page.getByLabel('Currency').selectOption('HKD');
    await expect(page.getByText('80.00 HKD to 800,000.00 HKD')).toBeVisible();
    await page.route('**/api/limits', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Your limits can’t be shown right now.')).toBeVisible();
  },
);

test('a customer without transactions sees a description of the page', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend, demo.somchai.email);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Welcome to WUSD Wallet' })).toBeVisible();
  await expect(page.getByText('Nothing has moved yet.')).toBeVisible();
  await page.getByRole('link', { name: 'All history' }).click();
  await expect(page.getByText('No movements yet')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'See your verification' })).toBeVisible();
  await expectAccessible(page);
  await backend.operator('verify', demo.somchai.email);
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: 'Deposit from a bank' })).toBeVisible();
});

test(
  'balances that fail to load show an error that they are unchanged, and are retried',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    const restore = await cutOff(page, '**/api/wallet-account/list');
    await page.reload();
    await expect(page.getByText('Your balances could not be loaded. They are unchanged.')).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByText('12,480.50').first()).toBeVisible();
  },
);
