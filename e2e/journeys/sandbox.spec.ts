import { inDrawer, press } from '../support/drawer.ts';
import { beginSession, expect, expectAccessible, openHome, signIn, test } from '../support/journey.ts';
import { typeAccount, ways } from '../support/banking.ts';
import { prove, saveAddress } from '../support/withdrawing.ts';

test(
  'the drawer disables and enables the service that a page is about',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await saveAddress(page, backend);
    await press(page, 'Disable it');
    await expect(page.getByRole('article', { name: 'Cold storage' })).toContainText('Disabled');
    await press(page, 'Enable it');
    await expect(page.getByRole('article', { name: 'Cold storage' })).toContainText('Active');

    await backend.advanceClock(61);
    await page.goto('/add-bank-account');
    await typeAccount(page, ways.ach, 'Chase');
    await prove(page, backend);
    await page.getByRole('link', { name: 'Go to bank accounts' }).click();
    await press(page, 'Disable it');
    await expect(page.getByRole('article', { name: 'Chase' })).toContainText('Disabled');
    await press(page, 'Enable it');
    await expect(page.getByRole('article', { name: 'Chase' })).toContainText('Active');
  },
);

test(
  'the drawer simulates a month of a customer, which appears in the history',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    await inDrawer(page, async (drawer) => {
      const seed = drawer.getByLabel('Seed');
      await seed.fill('seven');
      await drawer.getByRole('button', { name: 'Let 30 days be lived' }).click();
      await expect(drawer.getByText('Enter a whole number, up to 2147483647')).toBeVisible();
      await expectAccessible(page);
      await seed.fill('7');
      await drawer.getByRole('button', { name: 'Let 30 days be lived' }).click();
      await expect(page.getByText(/^\d+ things happened$/).first()).toBeVisible();
    });
    await signIn(page, backend);
    await inDrawer(page, async (drawer) => {
      await drawer.getByLabel('To customer').fill('nobody@demo.example');
      await drawer.getByRole('button', { name: 'Let it arrive' }).click();
      await expect(page.getByText('The sandbox knows no such customer.').first()).toBeVisible();
      await expect(drawer.getByLabel('To customer')).toHaveValue('nobody@demo.example');
    });
    await page.goto('/wallet-history?kind=withdrawal');
    await expect(page.getByRole('button', { name: /Withdrawal · DBS/ }).first()).toBeVisible();
  },
);

test('the first page says so if no rate is available', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/otc/get-otc-rate*', (route) => route.abort());
  await openHome(page);
  await expect(page.getByText('Rates can’t be shown right now. Try again soon.')).toBeVisible();
});
