import type { Page } from '@playwright/test';
import {
  type Backend,
  demo,
  enterPassword,
  expect,
  expectAccessible,
  signIn,
  test,
  requestCode,
} from '../support/journey.ts';

const newPassword = 'Tall-Ships-2026!';

/** Navigates from the login page to the first of the two codes. */
async function begin(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The previous page also has a field with this name.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
}

/** Requests a code on the current step, and enters the received code. */
async function ask(page: Page, backend: Backend, recipient: string): Promise<string> {
  await requestCode(page);
  const code = await backend.code(recipient);
  await expect(page.getByLabel('Verification code')).toBeFocused();
  return code;
}

test('two codes reset a forgotten password, and every other session ends', async ({ page, backend, browser }) => {
  const elsewhere = await (await browser.newContext({ baseURL: backend.url })).newPage();
  await signIn(elsewhere, backend);

  await begin(page, demo.mei.email);
  await expectAccessible(page);
  await page.getByLabel('Verification code').fill(await ask(page, backend, demo.mei.phone));
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await page.getByLabel('Verification code').fill(await ask(page, backend, demo.mei.email));

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL(/\/forget-password\/set$/);
  await expectAccessible(page);
  const field = page.getByLabel('New password', { exact: true });
  await field.fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Not every rule is met yet')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('Password123456!');
  await expect(page.getByRole('listitem').filter({ hasText: 'not met' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'nothing easy to guess' })).toBeVisible();
  await expect(field).toHaveValue('Password123456!');
  await field.fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();

  await page.getByRole('link', { name: 'Log in' }).last().click();
  await enterPassword(page, demo.mei.email, newPassword);
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/home$/);
  await elsewhere.context().close();
  await page.getByRole('radio', { name: /Email/ }).check();
  await page.getByLabel('Verification code').fill(await ask(page, backend, demo.mei.email));
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goto('/security-setting');
  await expect(page.getByText('Password reset')).toBeVisible();
});

test(
  'a wrong code returns to its step with both codes filled in, and an unknown address looks the same',
  { tag: '@long' },
  async ({ page, backend }) => {
    await begin(page, demo.mei.email);
    const right = await ask(page, backend, demo.mei.phone);
    await page.getByLabel('Verification code').fill(right === '000000' ? '000001' : '000000');
    await expect(page.getByText('Step 2 of 2')).toBeVisible();
    await page.getByLabel('Verification code').fill(await ask(page, backend, demo.mei.email));
    await expect(page.getByText('Incorrect Verification code')).toBeVisible();
    await expect(page.getByText('Step 1 of 2')).toBeFocused();

    await begin(page, 'nobody@demo.example');
    await requestCode(page);
    await expect(page.getByRole('status').getByText('If this address has an account')).toBeAttached();
    await page.getByLabel('Verification code').fill('123456');
    await expect(page.getByText('Step 2 of 2')).toBeVisible();
    await page.getByLabel('Verification code').fill('123456');
    await expect(page.getByText('Incorrect Verification code')).toBeVisible();
  },
);

test(
  'a malformed address shows an error, a reload restarts the reset, and a used token leads to the start',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/forget-password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await page.getByLabel('Email').fill('mei');
    await expect(page.getByText('Enter an email address such as name@example.com')).toBeVisible();
    await page.getByLabel('Email').fill(demo.mei.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Step 1 of 2')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Nothing to confirm here' })).toBeVisible();
    await page.getByRole('link', { name: 'Begin again' }).click();
    await expect(page).toHaveURL(/\/forget-password$/);

    await page.goto('/forget-password/set');
    await expect(page.getByText('After a reload it has to be begun again')).toBeVisible();
  },
);

test('claims in a query are only tried, shown as text, and removed from the address bar (control 38)', async ({
  page,
}) => {
  await page.goto(
    `/forget-password/set?oldPassword=ignored&resetToken=wpr_made-up&email=${encodeURIComponent('<img src=x>')}`,
  );
  await expect(page).toHaveURL(/\/forget-password\/set$/);
  await expect(page.getByText('For <img src=x>')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password reset is no longer valid. Please start again.')).toBeVisible();
  await page.getByRole('link', { name: 'Begin again' }).click();
  await expect(page).toHaveURL(/\/forget-password$/);
});
