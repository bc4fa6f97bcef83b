import { beginSession, cutOff, expect, expectAccessible, test } from '../support/journey.ts';
import { nextDay, prove, saveAddress } from '../support/withdrawing.ts';

test(
  'a recipient is added, paid after the hold of one day, and paid again from home',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await page.goto('/recipients');
    await expect(page.getByText('No recipients yet')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Add a recipient' }).click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Bank account', exact: true })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Blockchain address', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Add a blockchain address' })).toBeVisible();
    await saveAddress(page, backend);

    await nextDay(page, backend);
    await page.goto('/recipients');
    const saved = page.getByRole('list', { name: 'Saved recipients' });
    await expect(saved.getByText('Ethereum · 0x5290…9EE7 · Not used yet')).toBeVisible();
    await expect(page.getByRole('link', { name: '1 blockchain address' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    const found = page.getByRole('dialog', { name: 'Search' }).getByRole('region', { name: 'Send to' });
    await expect(found.getByRole('button', { name: 'Cold storage' })).toBeVisible();
    await page.keyboard.press('Escape');
    await saved.getByRole('button', { name: 'Send · Cold storage' }).click();
    await expect(page.getByLabel('To', { exact: true }).locator('option:checked')).toContainText('Cold storage');
    await page.getByLabel('Amount that arrives').fill('12');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Withdraw 12.00 WUSD' }).click();
    await prove(page, backend);
    await expect(
      page.getByRole('heading', { name: /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/ }),
    ).toBeVisible();

    await page.goto('/home');
    await page.getByRole('region', { name: 'Recent recipients' }).getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByLabel('To', { exact: true }).locator('option:checked')).toContainText('Cold storage');
    await expect(page.getByLabel('Amount that arrives')).toHaveValue('');
  },
);

test('a kind of recipients that fails to load does not hide the other', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend);
  await saveAddress(page, backend);
  const restore = await cutOff(page, '**/api/bank-account/list');
  await page.goto('/recipients');
  await expect(page.getByText('Your bank accounts can’t be shown right now.')).toBeVisible();
  await expect(page.getByText(/^Ethereum · 0x5290…9EE7/)).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: '0 bank accounts' })).toBeVisible();
});
