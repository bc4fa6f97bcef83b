import type { Page } from '@playwright/test';
import { type Backend, beginSession, demo, expect, test } from '../support/journey.ts';

// Messages for wrong, too many, or expired codes of a signed-in customer: for an action with two codes and for one with
// one code. Every action uses the same verification page and the same server checks.

const { somchai } = demo;
const newPhone = '+66897654321';

interface Act {
  /** Page on which the action starts again. */
  start: string;
  /** Recipients of the codes, in order. */
  recipients: string[];
  /** Navigates to the first code of the action. */
  begin(page: Page, backend: Backend): Promise<void>;
}

/**
 * Enters the codes of all steps. `first` changes the first code. Earlier codes that are still filled in are confirmed.
 */
async function answer(page: Page, backend: Backend, recipients: string[], first?: (right: string) => string) {
  for (const [index, recipient] of recipients.entries()) {
    if (recipients.length > 1) await expect(page.getByText(`Step ${index + 1} of ${recipients.length}`)).toBeVisible();
    const field = page.getByLabel('Verification code');
    await expect(field).toBeVisible();
    if ((await field.inputValue()) === '') {
      const right = await backend.code(recipient);
      await field.fill(index === 0 && first ? first(right) : right);
    } else await page.getByRole('button', { name: 'Confirm' }).click();
  }
}

/** Verifies the current contact, unless a recent verification is still valid. */
async function proveOld(page: Page, backend: Backend, next: string): Promise<void> {
  const field = page.getByLabel(next);
  const begin = page.getByRole('button', { name: 'Continue' });
  await expect(begin).toBeVisible();
  if (await field.isVisible()) return;
  await begin.click();
  await answer(page, backend, [somchai.phone, somchai.email]);
  await expect(field).toBeVisible();
}

const acts: Record<string, Act> = {
  'a new password': {
    start: '/change-password',
    recipients: [somchai.phone, somchai.email],
    async begin(page) {
      await page.goto('/change-password');
      await page.getByLabel('Current password').fill(demo.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('New password', { exact: true }).fill('Tall-Ships-2026!');
      await page.getByRole('button', { name: 'Continue' }).click();
    },
  },
  'the new phone': {
    start: '/change-phone',
    recipients: [newPhone],
    async begin(page, backend) {
      await page.goto('/change-phone');
      await proveOld(page, backend, 'Phone number');
      await page.getByLabel('Phone number').fill(newPhone);
      await page.getByRole('button', { name: 'Continue' }).click();
    },
  },
};

for (const [name, { start, recipients, begin }] of Object.entries(acts)) {
  test(
    `codes of ${name}: wrong, too many and expired codes show their error and the next step`,
    { tag: '@long' },
    async ({ page, backend }) => {
      await beginSession(page, backend, somchai.email);
      await begin(page, backend);
      let right = '';
      const wrong = (by: number): string => String((Number(right) + by) % 10 ** 6).padStart(6, '0');
      await answer(page, backend, recipients, (sent) => ((right = sent), wrong(1)));
      for (const [index, tries] of ['4 tries', '3 tries', '2 tries', '1 try'].entries()) {
        await expect(page.getByText(new RegExp(`Incorrect Verification code.*${tries}`))).toBeVisible();
        await page.getByLabel('Verification code').fill(wrong(index + 2));
        await answer(page, backend, recipients.slice(1));
      }
      await expect(page.getByRole('alert').filter({ hasText: 'Too many incorrect codes' })).toBeVisible();
      await expect(page.getByText('Start again', { exact: true })).toBeVisible();

      // Five wrong codes in a row also pause the factor for all actions.
      await backend.advanceClock(2 * 60);
      await begin(page, backend);
      await answer(page, backend, recipients.slice(0, -1));
      const late = await backend.code(recipients.at(-1) ?? '');
      await backend.advanceClock(5 * 60);
      await page.getByLabel('Verification code').fill(late);
      await expect(page.getByRole('alert').filter({ hasText: 'review' })).toBeVisible();
      await page.getByText('Start again', { exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${start}$`));
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    },
  );
}

test('an expired verification of the old phone is requested again', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend, somchai.email);
  await page.goto('/change-phone');
  await proveOld(page, backend, 'Phone number');
  // A verification is valid for ten minutes.
  await backend.advanceClock(10 * 60);
  await page.getByLabel('Phone number').fill(newPhone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('First prove that it is you')).toBeVisible();
});

test('the server limits password attempts of a signed-in customer', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend, somchai.email);
  await page.goto('/change-password');
  const refused = page.getByRole('alert').filter({ hasText: 'Incorrect Password' });
  for (let tries = 0; tries < 10; tries += 1) {
    await page.getByLabel('Current password').fill(`wrong ${tries}`);
    const answered = page.waitForResponse('**/api/user/test-password*');
    await page.getByRole('button', { name: 'Continue' }).click();
    await answered;
    await expect(refused).toBeVisible();
  }
  await page.getByLabel('Current password').fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Too many requests' })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue(demo.password);
});

test('the server limits attempts of freeze codes', { tag: '@long' }, async ({ page, backend }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Freeze my account' }).click();
  await page.getByLabel('Freeze code').fill('2222-2222-2222');
  for (let tries = 0; tries < 20; tries += 1)
    await fetch(`${backend.url}/api/user/freeze`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ freezeCode: '2222-2222-2222' }),
    });
  await page.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Too many requests' })).toBeVisible();
});

test.describe('with the provider’s key', () => {
  test.use({ serverEnv: { WUSD_RECAPTCHA_KEY: 'site-key' } });

  test(
    'a password check is rejected for a captcha score that suggests a bot',
    { tag: '@long' },
    async ({ page, backend }) => {
      await page.route('https://www.google.com/recaptcha/api.js*', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'window.grecaptcha = { ready: (then) => then(), execute: async () => "doubtful" };',
        }),
      );
      await beginSession(page, backend, somchai.email);
      await page.goto('/change-password');
      await page.getByLabel('Current password').fill(demo.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('could not tell that you are a person')).toBeVisible();
    },
  );
});
