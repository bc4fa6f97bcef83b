import { randomUUID } from 'node:crypto';
import { enterPassword, expect, expectAccessible, test, requestCode } from '../support/journey.ts';
import { register } from '../support/register.ts';

const email = 'arun@example.com';
const password = 'Tall-Ships-2026!';

test('the link from the mail, a corrected number and its code activate the account', async ({ page, backend }) => {
  await page.goto(await register(backend.url, { email, password }));
  await expect(page.getByText('To •••• 4567').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use another number' }).click();
  const phone = page.getByLabel('Phone number');
  await expect(phone).toBeFocused();
  await phone.fill('8765 4321');
  await page.getByRole('button', { name: 'Use this number' }).click();
  await expect(page.getByText('Enter the number with its country code')).toBeVisible();
  await expect(phone).toBeFocused();
  await phone.fill('+65 8765-4321');
  // Entered values survive a failed call.
  await page.route('**/to-be-activate-account-info*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Use this number' }).click();
  await expect(page.getByText('Request failed')).toBeVisible();
  await expect(phone).toHaveValue('8765 4321');
  await page.getByRole('button', { name: 'Use this number' }).click();
  await expect(page.getByText('To •••• 4321').first()).toBeVisible();

  await requestCode(page);
  const code = await backend.code('+6587654321');
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('Incorrect Verification code')).toBeVisible();
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible();
  await expect(page).toHaveURL(/\/result\/activate-success$/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Log in' }).last().click();
  await enterPassword(page, email, password);
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
});

test('an expired, unknown or missing link shows its error and offers a new link', async ({ page, backend }) => {
  await page.goto('/account-activation');
  await expect(page.getByText('Open the link from the mail')).toBeVisible();
  await page.goto('/account-activation?accountKey=wak_none');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Account' })).toBeVisible();

  const path = await register(backend.url, { email, password });
  await backend.advanceClock(24 * 60 * 60);
  await page.goto(path);
  await expect(page.getByRole('alert').filter({ hasText: 'expired' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /too many|wait/i })).toBeVisible();
});

test(
  'a missing captcha shows an error, and a reload loads the captcha again',
  { tag: '@long' },
  async ({ page, backend }) => {
    const path = await register(backend.url, { email, password });
    await page.route('**/assets/si-*', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: 'Recaptcha loading failed' })).toBeVisible();
    await page.unroute('**/assets/si-*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('To •••• 4567').first()).toBeVisible();
  },
);

test.describe('with the provider’s key', () => {
  const script = 'https://www.google.com/recaptcha/api.js*';
  test.use({ serverEnv: { WUSD_RECAPTCHA_KEY: 'site-key' } });

  test('the page policy allows the captcha script, the page requests tokens from it, and a reload loads it again', async ({
    page,
    backend,
  }) => {
    const asked: string[] = [];
    await page.exposeFunction('asked', (text: string) => asked.push(text));
    const path = await register(backend.url, { email, password });

    await page.route(script, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: 'Recaptcha loading failed' })).toBeVisible();

    // The simulated provider in test mode accepts only tokens of this format.
    let token = 'doubtful';
    await page.exposeFunction('tokenFor', (action: string) => `${token}:${action}:${randomUUID()}`);
    await page.unroute(script);
    await page.route(script, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.grecaptcha = {
          ready: (then) => then(),
          execute: (key, { action }) => (window.asked(key + ' ' + action), window.tokenFor(action)),
        };`,
      }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'could not tell that you are a person' })).toBeVisible();
    token = 'simulated';
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('To •••• 4567').first()).toBeVisible();
    expect(asked).toEqual(['site-key activation', 'site-key activation']);

    token = 'doubtful';
    await requestCode(page);
    await page.getByLabel('Verification code').fill(await backend.code('+6591234567'));
    await expect(page.getByText('could not tell that you are a person')).toBeVisible();
    token = 'simulated';
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible();
  });
});
