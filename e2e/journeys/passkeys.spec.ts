import type { Page } from '@playwright/test';
import { addAuthenticator, signInByButton } from '../support/authenticator.ts';
import {
  test as base,
  type Backend,
  demo,
  enterPassword,
  expect,
  expectAccessible,
  signIn,
} from '../support/journey.ts';
import { prove, review, typeAddress } from '../support/withdrawing.ts';

/** Passkeys need a domain and do not work on an IP address. */
const test = base.extend({
  backend: ({ backend }, use) => use({ ...backend, url: backend.url.replace('127.0.0.1', 'localhost') }),
});

const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use your passkey' });

const addButton = (page: Page, section = 'Passkeys') =>
  page.getByRole('region', { name: section }).getByRole('button', { name: 'Add a passkey' });

/** Navigates from the security page to the codes of a new passkey. */
async function makePasskey(page: Page, name: string): Promise<void> {
  await addButton(page).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function addPasskey(page: Page, backend: Backend, name: string, who: { phone: string; email: string }) {
  await page.goto('/security-setting');
  await makePasskey(page, name);
  await prove(page, backend, who);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
}

/** Enters the emailed code, after the passkey if both are required. */
async function enterEmailCode(page: Page, backend: Backend, email: string): Promise<void> {
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await page.getByLabel('Verification code').fill(await backend.code(email));
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/home/);
}

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('lang', 'en_US')));

test('a passkey is added, signs in without a password, approves a withdrawal, is renamed and removed', async ({
  page,
  backend,
}) => {
  const { email } = demo.mei;
  const device = await addAuthenticator(page);
  await signIn(page, backend);
  await page.goto('/security-setting');
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await addButton(page, 'Security checkup').click();
  await device.setUserVerified(false);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText('No passkey was created')).toBeVisible();
  await expectAccessible(page);
  await device.setUserVerified(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Linux');
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Work laptop');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await prove(page, backend);
  await expect(page.getByText('The passkey is added')).toBeVisible();
  const passkey = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
  await expect(passkey).toContainText('not used yet');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect.poll(() => backend.newestMail(email)).toContain('Work laptop');
  await addButton(page).click();
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText('already has a passkey for your account')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // A new recipient needs the emailed code, regardless of the factor.
  await page.goto('/blockchain?add');
  await typeAddress(page);
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await usePasskey(page).click();
  await enterEmailCode(page, backend, email);
  await expect(page.getByRole('article', { name: 'Cold storage' })).toBeVisible();

  await logOut(page);
  await backend.advanceClock(24 * 60 * 60);
  // Nobody answers the suggestions of the field; the button starts a new request.
  await device.setPresent(false);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expectAccessible(page);
  await device.setUserVerified(false);
  await signInByButton(page, device);
  await expect(page.getByText('Your passkey was not used')).toBeVisible();
  await device.setPresent(false);
  await device.setUserVerified(true);
  await signInByButton(page, device);
  await expect(page).toHaveURL(/\/wallet$/);

  // One passkey replaces both codes of a payment.
  await review(page, '25.00');
  await page.getByRole('button', { name: 'Withdraw 25.00 WUSD' }).click();
  await expect(usePasskey(page)).toBeVisible();
  await expect(page.getByText('Step 1 of 2')).toHaveCount(0);
  await expectAccessible(page);
  await device.setUserVerified(false);
  await usePasskey(page).click();
  await expect(page.getByText('Your passkey was not used')).toBeVisible();
  await page.getByRole('radio', { name: /SMS/ }).check();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await page.getByRole('radio', { name: /Passkey/ }).check();
  await device.setUserVerified(true);
  // A copy with an outdated counter is rejected. The next attempt uses new options.
  await device.setSignCount(0);
  await usePasskey(page).click();
  await expect(page.getByText('This passkey could not be verified.')).toBeVisible();
  await expect.poll(() => backend.newestMail(email)).toContain('copy');
  await device.setSignCount(100);
  await usePasskey(page).click();
  await expect(
    page.getByRole('heading', { name: /^(Your withdrawal is on its way|Withdrawal completed)$/ }),
  ).toBeVisible();

  await page.goto('/security-setting');
  await expect(passkey).toContainText('last used');
  await expect(page.getByText('because it may have been copied')).toBeVisible();
  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Studio');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('The passkey is renamed')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Studio' }).click();
  await expect(page.getByText('withdrawals are closed for 24 hours')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await usePasskey(page).click();
  await enterEmailCode(page, backend, email);
  await expect(page.getByText('The passkey is removed')).toBeVisible();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await expect(page.getByText('cooldown period of 24 hours')).toBeVisible();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  // The device still stores the passkey, but the server rejects it.
  await logOut(page);
  await device.setPresent(false);
  await page.goto('/login');
  await signInByButton(page, device);
  await expect(page.getByText('We could not sign you in with this passkey.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test(
    'a passkey is suggested by the address field, resets a password, and can not open a frozen account',
    { tag: '@long' },
    async ({ page, backend }) => {
      const { email } = demo.somchai;
      const device = await addAuthenticator(page);
      await signIn(page, backend, email);
      await addPasskey(page, backend, 'My phone', demo.somchai);
      await expect.poll(() => backend.newestMail(email)).toContain('My phone');
      const freezeCode = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await backend.newestMail(email))?.[0] ?? '';
      await logOut(page);
      await page.goto('/login');
      await expect(page).toHaveURL(/\/wallet$/);
      await logOut(page);

      // After the password it is also the first option. A copy with an outdated counter is rejected, another attempt is
      // accepted.
      await device.setPresent(false);
      await page.goto('/login');
      await enterPassword(page, email);
      await device.setSignCount(0);
      await device.setPresent(true);
      await usePasskey(page).click();
      await expect(page.getByText('This passkey could not be verified.')).toBeVisible();
      await device.setSignCount(100);
      await usePasskey(page).click();
      await expect(page).toHaveURL(/\/wallet$/);
      await logOut(page);

      await device.setPresent(false);
      await page.goto('/forget-password');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('radio', { name: /Passkey/ }).check();
      await device.setPresent(true);
      await usePasskey(page).click();
      await enterEmailCode(page, backend, email);
      await expect(page).toHaveURL(/\/forget-password\/set/);

      await device.setPresent(false);
      await page.goto('/login');
      await page.getByRole('button', { name: 'Freeze my account' }).click();
      await page.getByLabel('Freeze code').fill(freezeCode);
      await page.getByRole('button', { name: 'Freeze the account' }).click();
      await expect(page).toHaveURL(/\/account-frozen$/);
      await page.goto('/login');
      await signInByButton(page, device);
      await expect(page.getByText('Your account is unavailable now')).toBeVisible();
    },
  );

  test(
    'limits of the browser and of the account are shown, and entered values stay',
    { tag: '@long' },
    async ({ page, backend }) => {
      const { email } = demo.somchai;
      await addAuthenticator(page);
      await signIn(page, backend, email);
      await page.goto('/security-setting');
      // The options of the server are valid for ten minutes.
      await addButton(page).click();
      await page.getByRole('button', { name: 'Create passkey' }).click();
      await page.getByLabel('Name').fill('Old phone');
      await backend.advanceClock(10 * 60);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('This passkey could not be verified.')).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByLabel('Name')).toHaveValue('Old phone');
      await page.getByRole('button', { name: 'Continue' }).click();
      await prove(page, backend, demo.somchai);
      await expect(page.getByRole('listitem').filter({ hasText: 'Old phone' })).toBeVisible();

      await page.route('**/api/mfa/passkeys', async (route) => {
        const answer = (await (await route.fetch()).json()) as { result: object[] };
        const result = Array.from({ length: 10 }, (_, index) => ({ ...answer.result[0], id: `pky_${index}` }));
        await route.fulfill({ json: { ...answer, result } });
      });
      await page.goto('/security-setting');
      await expect(page.getByText('You have ten passkeys')).toBeVisible();
      await page.unroute('**/api/mfa/passkeys');
      await page.route('**/api/mfa/passkeys', (route) => route.abort());
      await page.goto('/security-setting');
      await expect(page.getByText('Your security settings can’t be shown just now.')).toBeVisible();
      await page.unroute('**/api/mfa/passkeys');

      await page.addInitScript(() => {
        const refuse = () => Promise.reject(new DOMException('', 'NotSupportedError'));
        Object.assign(navigator.credentials, { create: refuse, get: refuse });
      });
      await page.goto('/security-setting');
      await addButton(page).click();
      await page.getByRole('button', { name: 'Create passkey' }).click();
      await expect(page.getByText('This device could not create a passkey.')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Remove Old phone' }).click();
      await page.getByRole('button', { name: 'Remove passkey' }).click();
      await usePasskey(page).click();
      await expect(page.getByText('This device could not use a passkey here.')).toBeVisible();
      // A review is valid for five minutes.
      await backend.advanceClock(5 * 60);
      await usePasskey(page).click();
      await expect(page.getByRole('alert').filter({ hasText: 'review' })).toBeVisible();

      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
      await page.goto('/security-setting');
      await expect(page.getByText('This browser can’t create passkeys.')).toBeVisible();
    },
  );
});
