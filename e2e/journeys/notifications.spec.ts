import type { Page } from '@playwright/test';
import { createWalletClient } from '@wusd/api-sdk';
import { beginSession, cutOff, demo, expect, expectAccessible, openHome, test } from '../support/journey.ts';

const widths = [375, 1280];

/** Opens the notifications page: from the bell and its panel, or on a phone from the account sheet. */
async function openList(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) {
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.getByRole('button', { name: 'Account' }).click();
    await bar.getByRole('link', { name: 'Notifications' }).click();
  } else {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'See all' }).click();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
}

const listed = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByRole('link').filter({ hasText: text });

/** Waits until the demo deposits are credited. */
async function settle(page: Page): Promise<void> {
  await page.goto('/notifications');
  await expect(listed(page, 'Your deposit has arrived')).toHaveCount(6);
}

for (const width of widths) {
  const isPhone = width < 992;
  test(`a deposit is announced live at ${width} px, and a read notification stays read after the next sign-in elsewhere`, async ({
    page,
    browser,
    backend,
  }) => {
    await page.setViewportSize({ width, height: 812 });
    await beginSession(page, backend);
    await settle(page);
    await page.goto('/fees-and-limits');
    if (!isPhone) await expect(page.getByRole('button', { name: 'Notifications, 6 unread' })).toBeVisible();
    await backend.receive({ currency: 'USDC', amount: '77.00' });
    if (!isPhone) {
      await page.getByRole('button', { name: 'Notifications, 7 unread' }).click();
      const panel = page.getByRole('region', { name: 'Notifications' });
      await expect(panel.getByText('77.00 USDC is in your wallet.')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    }
    await openList(page, isPhone);
    const deposit = listed(page, '77.00 USDC is in your wallet.');
    await expect(deposit).toContainText('Unread');
    await expectAccessible(page);

    // Another tab shows the same state.
    const other = await page.context().newPage();
    await other.setViewportSize({ width, height: 812 });
    await other.goto('/notifications');
    await expect(listed(other, '77.00 USDC')).toContainText('Unread');
    await deposit.click();
    await expect(page).toHaveURL(/\/wallet-history\?entry=ctx_/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(listed(other, '77.00 USDC')).not.toContainText('Unread');
    await expect(listed(other, 'Unread')).toHaveCount(6);

    await other.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(listed(other, 'Unread')).toHaveCount(0);
    await backend.receive({ currency: 'USDC', amount: '78.00' });
    await expect(listed(other, '78.00 USDC')).toContainText('Unread');

    const elsewhere = await browser.newContext({ baseURL: backend.url, viewport: { width, height: 812 } });
    const fresh = await elsewhere.newPage();
    await beginSession(fresh, backend);
    await fresh.goto('/notifications');
    await expect(listed(fresh, 'Your deposit has arrived')).toHaveCount(8);
    await expect(listed(fresh, 'Unread')).toHaveCount(1);
    await expect(listed(fresh, 'Unread')).toContainText('78.00 USDC');
    await elsewhere.close();
  });
}

test('a kind with disabled emails appears only in the app, and security emails can not be disabled', async ({
  page,
  backend,
}) => {
  await beginSession(page, backend);
  await settle(page);
  await page.getByRole('main').getByRole('link', { name: 'Notification settings' }).click();
  const emails = page.getByRole('checkbox', { name: 'Email' });
  await expect(emails).toHaveCount(3);
  for (const locked of [emails.nth(0), emails.nth(1)]) {
    await expect(locked).toBeChecked();
    await expect(locked).toBeDisabled();
    await expect(locked).toHaveAccessibleDescription(/^Always sent/);
  }
  await expectAccessible(page);
  await emails.nth(2).uncheck();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(emails.nth(2)).not.toBeChecked();

  // The provider verifies it again automatically.
  await backend.operator('recheck-identity', demo.mei.email);
  await page.goto('/notifications');
  await page.getByLabel('Kind').selectOption('Account');
  await expect(listed(page, 'Your identity is verified')).toHaveCount(1);
  const { messages } = await createWalletClient({ baseUrl: `${backend.url}/api` }).sandbox.mailbox(demo.mei.email);
  expect(messages.filter(({ subject }) => subject === 'Your identity is verified')).toEqual([]);
  await page.getByLabel('Kind').selectOption('Security');
  await expect(page.getByText('Choose another kind to see the others.')).toBeVisible();
});

test('more than one page of notifications is shown page by page', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend);
  await settle(page);
  for (let n = 1; n <= 15; n += 1) await backend.receive({ currency: 'USDC', amount: `${40 + n}.00` });
  await expect(listed(page, '55.00 USDC')).toBeVisible();
  await expect(listed(page, 'Your deposit has arrived')).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(listed(page, 'Your deposit has arrived')).toHaveCount(21);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('the list shows an error without the server, and loads when the server is back', async ({ page, backend }) => {
  await beginSession(page, backend, demo.somchai.email);
  await openHome(page);
  const restore = await cutOff(page, /\/api\/notifications\?/);
  await page.getByRole('button', { name: 'Notifications' }).click();
  const panel = page.getByRole('region', { name: 'Notifications' });
  await expect(panel.getByText('Notifications can’t be loaded right now.')).toBeVisible();
  await restore();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByText(/Nothing here yet|Your identity/)).toBeVisible();
});
