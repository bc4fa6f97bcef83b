import { expect, expectAccessible, openPublicPage, signIn, test } from '../support/journey.ts';

test('a visitor sees the cost of every payment, and a hint where to find remaining limits', async ({ page }) => {
  await openPublicPage(page, '/fees-and-limits');
  const payouts = page.getByRole('table', { name: 'Withdrawals to a bank' });
  await expect(payouts.getByRole('row', { name: /^ACH.*1\.00 USD.*1 to 2 business days/ })).toBeVisible();
  await expect(payouts.getByRole('columnheader', { name: 'Your limit now' })).toBeHidden();
  await expect(page.getByText('These are the terms of an individual.')).toBeVisible();
  await page.getByLabel('Fees for').selectOption('WUSD');
  await expect(page).toHaveURL(/\?currency=WUSD$/);
  await expect(
    page
      .getByRole('table', { name: 'Deposits over a network' })
      .getByRole('row', { name: /^Ethereum.*Free.*5 to 20 minutes/ }),
  ).toContainText('after 12 confirmations');
  await expect(
    page.getByRole('table', { name: 'Swaps' }).getByRole('row', { name: /^WUSD \/ SGD.*0\.25% of what you receive/ }),
  ).toBeVisible();
  await expectAccessible(page);
});

test('a customer finds fees and limits beside a payment, and all of them on one page', async ({ page, backend }) => {
  await signIn(page, backend);
  await page.goto('/fiat-deposit');
  const card = page.getByRole('region', { name: 'Cost and time' });
  await expect(card).toContainText('Free');
  await expect(card).toContainText(/1 to 2 business days, by [A-Z][a-z]{2} \d/);
  await page.getByRole('main').getByRole('link', { name: 'Fees and limits' }).click();
  await expect(page).toHaveURL(/\/fees-and-limits$/);
  await expect(
    page.getByRole('table', { name: 'Swaps' }).getByRole('row', { name: /Free up to 100,000\.00 WUSD in 30 days/ }),
  ).toContainText('above 250,000.00 WUSD once our desk approves');
  await expect(page.getByRole('columnheader', { name: 'Your limit now' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your limits' })).toBeVisible();
  await expectAccessible(page);
  // The former URL of the limits page.
  await page.route('**/api/payment-terms', (route) => route.abort());
  await page.goto('/limits');
  await expect(page.getByText('Fees can’t be shown right now.')).toBeVisible();
  await page.unroute('**/api/payment-terms');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Deposits from a bank' })).toBeVisible();
});
