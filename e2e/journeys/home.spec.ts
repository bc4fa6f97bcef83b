import { beginSession, demo, expect, expectAccessible, test } from '../support/journey.ts';

test('a first sign-in shows four steps, and a verified identity unlocks the steps that need it', async ({
  page,
  backend,
}) => {
  await beginSession(page, backend, demo.somchai.email);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Welcome to WUSD Wallet' })).toBeVisible();
  const steps = page.getByRole('region', { name: 'Get started' });
  await expect(steps.getByText('0 of 4 done')).toBeVisible();
  await expect(steps.getByText('Opens once your identity is verified')).toHaveCount(2);
  await expect(steps.getByRole('link', { name: 'Deposit · Add money' })).toHaveCount(0);
  await expectAccessible(page);

  await backend.operator('verify', demo.somchai.email);
  await page.reload();
  await expect(steps.getByText('1 of 4 done')).toBeVisible();
  await steps.getByRole('link', { name: 'Add · Add a recipient' }).click();
  await expect(page.getByRole('heading', { name: 'No recipients yet' })).toBeVisible();
  await page.goBack();
  await steps.getByRole('link', { name: 'Deposit · Add money' }).click();
  await expect(page.getByRole('heading', { name: 'Deposit from a bank' })).toBeVisible();
});

test('money can be moved from any page, and every page is two taps away on a phone', async ({ page, backend }) => {
  await beginSession(page, backend);
  await page.goto('/feedback');
  await page.getByRole('banner').getByRole('button', { name: 'Move money' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Deposit crypto' }).click();
  await expect(page.getByRole('heading', { name: 'Deposit crypto', level: 1 })).toBeVisible();

  await page.setViewportSize({ width: 375, height: 812 });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  await expectAccessible(page);
  await bar.getByRole('link', { name: 'Withdraw to a bank' }).click();
  await expect(page.getByRole('heading', { name: 'Withdraw to a bank', level: 1 })).toBeVisible();
  await bar.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(bar.getByText(demo.mei.email)).toBeVisible();
  await expectAccessible(page);
  await bar.getByLabel('Theme').selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await bar.getByRole('link', { name: 'Bank account' }).click();
  await expect(page.getByRole('heading', { name: 'Bank accounts' })).toBeVisible();
});

test('Ctrl+K finds pages, actions and a transaction by its reference', async ({ page, backend }) => {
  await beginSession(page, backend);
  const hash = await backend.receive({ currency: 'WUSD', amount: '12.00' });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Search' }).click();
  const palette = page.getByRole('dialog', { name: 'Search' });
  const field = palette.getByLabel('Pages, actions, recipients, references');
  await expect(field).toBeFocused();
  await expect(palette.getByRole('region', { name: 'Actions' })).toBeVisible();
  await expectAccessible(page);
  await field.fill('limits');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible();

  await page.keyboard.press('Control+k');
  await field.fill('no such thing');
  await expect(palette.getByText('Nothing found.')).toBeVisible();
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/wallet-history/**', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await field.fill(hash);
  await expect(palette.getByText('Searching')).toBeVisible();
  asked.resolve();
  await palette.getByRole('region', { name: 'Movements' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText(hash.slice(0, 6));
});
