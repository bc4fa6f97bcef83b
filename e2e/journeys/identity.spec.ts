import { cutOff, demo, expect, expectAccessible, signIn, signInByForm, test } from '../support/journey.ts';

test(
  'a rejected identity shows the reason, is submitted again, and unlocks features, all in the open page',
  { tag: '@long' },
  async ({ page, backend }) => {
    await page.addInitScript(() => localStorage.setItem('lang', 'en_US'));
    await signIn(page, backend, demo.somchai.email);
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(page.getByText('Your identity is being checked')).toBeVisible();

    await page.getByRole('button', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Verification failed, contact support')).toBeVisible();
    await page.getByRole('link', { name: 'See why, and submit again' }).click();
    await expect(page.getByText('The details do not match the document.')).toBeVisible();
    await expect(page.getByText(/write to support@wusd-wallet.example and quote usr_/)).toBeVisible();
    await expectAccessible(page);

    // All values are filled in except the document number, which is only stored masked.
    await expect(page.getByLabel('Full name')).toHaveValue('Somchai Jaidee');
    await page.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(page.getByText('Number of the document is required')).toBeVisible();
    await page.getByLabel('Number of the document').fill('1101700000019');
    await page.route('**/api/user/verification', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(page.getByText('Request failed')).toBeVisible();
    await expect(page.getByLabel('Number of the document')).toHaveValue('1101700000019');
    await page.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(page.getByText('Submitted. We check it now.')).toBeVisible();
    await expect(page.getByText('Your identity is being checked')).toBeVisible();
    await expect(page.getByText('•••••0019')).toBeVisible();

    await backend.advanceClock(10);
    await expect(page.getByText('Your identity is being checked')).toHaveCount(0);
    await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
    await page.goto('/security-setting');
    for (const act of ['Identity verification failed', 'Identity submitted again', 'Identity verified'])
      await expect(page.getByText(act)).toBeVisible();
  },
);

test(
  'a company sees which documents are missing and where to send them, until an operator opens its account',
  { tag: '@long' },
  async ({ page, backend }) => {
    await page.addInitScript(() => localStorage.setItem('lang', 'en_US'));
    await signInByForm(page, backend, demo.harbour.email);
    await expect(page).toHaveURL(/\/account-info$/);
    await expect(page.getByText('Partnership agreement, with all partners', { exact: true })).toBeVisible();
    await expect(page.getByText('send documents to support@wusd-wallet.example')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Wallet' })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto('/home');
    await page.getByRole('link', { name: 'Which documents, and where to' }).click();
    await expect(page.getByText('Partnership agreement, with all partners', { exact: true })).toBeVisible();
    await backend.operator('verify', demo.harbour.email);
    await expect(page.getByText('Partnership agreement, with all partners', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Wallet' })).toBeVisible();
  },
);

test(
  'a failed request for the details shows an error and can be retried',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    const restore = await cutOff(page, '**/api/user/profile');
    await page.goto('/account-info');
    await expect(page.getByRole('status').filter({ hasText: 'can’t be shown' })).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('1 Raffles Place')).toBeVisible();
  },
);
