import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Backend, demo, enterPassword, expect, signIn, test, requestCode } from '../support/journey.ts';
import { fillRegistration, register } from '../support/register.ts';

const password = 'Tall-Ships-2026!';
const email = 'arun@example.com';

/** Exhausts a rate limit with calls from outside the browser but from its IP address. They count before validation. */
async function exhaust({ url }: Backend, path: string, times: number, body: string | FormData): Promise<void> {
  const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  for (let done = 0; done < times; done += 20) {
    // oxlint-disable-next-line no-await-in-loop -- not all at once
    await Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${url}/api${path.replace('{uuid}', randomUUID())}`, { method: 'POST', headers, body }),
      ),
    );
  }
}
const tooMany = (page: Page) => page.getByRole('alert').filter({ hasText: 'Too many requests' });

test(
  'too many sign-ins from one IP address are rejected for a while, and entered values stay',
  { tag: '@long' },
  async ({ page, backend }) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ client_id: 'wusd-web', payload: 'x' })) form.set(name, value);
    await page.goto('/login');
    await exhaust(backend, '/user/login', 320, form);
    await enterPassword(page, demo.mei.email);
    await expect(tooMany(page)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(demo.mei.email);
    await backend.advanceClock(61);
    // Codes have a separate limit.
    await exhaust(backend, '/mfa/send-sms-otp', 60, JSON.stringify({ challengeId: 'chl_01hqxyz0000000000000' }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
    await requestCode(page, 'SMS');
    await expect(tooMany(page)).toBeVisible();
    await requestCode(page, 'Email');
    await expect(tooMany(page)).toBeVisible();
    await backend.advanceClock(61);
    await requestCode(page);
    await exhaust(backend, '/user/login', 320, form);
    await page.getByLabel('Verification code').fill(await backend.code(demo.mei.email));
    await expect(page.getByText('Too many requests')).toBeVisible();
    await backend.advanceClock(61);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/wallet$/);
  },
);

test('too many resets and registrations are rejected for a while', { tag: '@long' }, async ({ page, backend }) => {
  await page.goto('/forget-password');
  await exhaust(backend, '/user/forgot-password-precheck', 60, JSON.stringify({ email }));
  await page.getByLabel('Email').fill(demo.mei.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(tooMany(page)).toBeVisible();

  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Continue' }).click();
  await requestCode(page);
  await page.getByLabel('Verification code').fill(await backend.code(demo.mei.phone));
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await requestCode(page);
  const code = await backend.code(demo.mei.email);
  await exhaust(backend, '/user/forgot-password-validate', 300, '{}');
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByText('Too many requests')).toBeVisible();
  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await exhaust(backend, '/user/reset-password', 60, JSON.stringify({ resetToken: 'wpr_none', payload: 'x' }));
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(tooMany(page)).toBeVisible();
  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();

  const path = await register(backend.url, { email, password });
  const begin = '/user/to-be-activate-account-info?accountKey=wak_none&recaptchaToken=simulated:activation:{uuid}';
  await exhaust(backend, begin, 60, '{}');
  await page.goto(path);
  await expect(tooMany(page)).toBeVisible();
  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Try again' }).click();
  await requestCode(page);
  const sms = await backend.code('+6591234567');
  await exhaust(backend, '/user/activate-account?recaptchaToken=simulated:activation:{uuid}', 60, '{}');
  await page.getByLabel('Verification code').fill(sms);
  await expect(page.getByText('Too many requests')).toBeVisible();
  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible();
});

test(
  'codes are limited: a number gets five in half an hour, and a challenge sends six',
  { tag: '@long' },
  async ({ page, backend }) => {
    await page.clock.install();
    for (const [way, most, refusal] of [
      [/SMS/, 5, 'Too many requests'],
      [/Email/, 6, 'start again'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.goto('/login');
      // oxlint-disable-next-line no-await-in-loop
      await enterPassword(page, demo.mei.email);
      // oxlint-disable-next-line no-await-in-loop
      await page.getByRole('radio', { name: way }).check();
      const ask = () => page.getByRole('button', { name: /^Send (a new )?code$/ }).click();
      for (let sent = 0; sent < most; sent += 1) {
        // oxlint-disable-next-line no-await-in-loop
        await ask();
        // oxlint-disable-next-line no-await-in-loop
        await expect(page.getByRole('button', { name: /New code in/ })).toBeVisible();
        // oxlint-disable-next-line no-await-in-loop
        await backend.advanceClock(61);
        // oxlint-disable-next-line no-await-in-loop
        await page.clock.fastForward(61_000);
      }
      // oxlint-disable-next-line no-await-in-loop
      await ask();
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByRole('main').getByText(refusal).first()).toBeVisible();
    }
  },
);

test(
  'an inactive account is reported only after its correct password, and a malformed address as an invalid account',
  { tag: '@long' },
  async ({ page, backend }) => {
    await register(backend.url, { email, password });
    await page.goto('/login');
    await enterPassword(page, email, 'Another-Ship-2026!');
    await expect(page.getByText('Invalid Account or password')).toBeVisible();
    await enterPassword(page, email, password);
    await expect(page.getByText('This account is not activated yet')).toBeVisible();
    await page.goto('/login');
    await enterPassword(page, 'a,b@example.com', password);
    await expect(page.getByRole('alert').filter({ hasText: /Invalid Account(?! or)/ })).toBeVisible();
  },
);

test('a sign-in restarts if wrong attempts of others pause this device between password and code', async ({
  page,
  context,
  backend,
}) => {
  await page.goto('/login');
  await enterPassword(page, demo.mei.email);
  await requestCode(page, 'SMS');
  const code = await backend.code(demo.mei.phone);
  const second = await context.newPage();
  await second.goto('/login');
  for (const guess of ['1', '2', '3', '4', '5']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await enterPassword(second, demo.mei.email, `Wrong-Ship-2026!${guess}`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(second.getByText('Invalid Account or password')).toBeVisible();
  }
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Account or password' })).toBeVisible();
});

test('a rotated sealing key only causes another request for the configuration', { tag: '@long' }, async ({ page }) => {
  /** The outdated configuration of an open page. */
  const outdate = () =>
    page.route(
      '**/api/config',
      async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { result: { sealingKey: { kid: string } } };
        body.result.sealingKey.kid = 'rotated-away';
        await route.fulfill({ response, json: body });
      },
      { times: 1 },
    );
  await outdate();
  await page.goto('/login');
  await enterPassword(page, demo.mei.email);
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();

  await outdate();
  await page.goto('/forget-password/set?resetToken=wpr_none&email=mei');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This password reset is no longer valid')).toBeVisible();

  await outdate();
  await page.goto('/register');
  await fillRegistration(page);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
});

test(
  'too many registrations from one IP address are rejected for a while, and entered values stay',
  { tag: '@long' },
  async ({ page, backend }) => {
    const identity = {
      fullName: 'A',
      gender: 'male',
      nationality: 'IN',
      residence: 'SG',
      idType: 'passport',
      idNumber: 'Z7654321',
      residentialAddress: { city: 'Singapore', addressLine: '9 Battery Road', postalCode: '' },
    };
    const body = { accountType: 'individual', email, payload: 'x', phoneNumber: '+6581234568', identity };
    await page.goto('/register');
    await exhaust(backend, '/user/register', 60, JSON.stringify(body));
    await fillRegistration(page);
    await expect(tooMany(page)).toBeVisible();
    await expect(page.getByLabel('Number of the document')).toHaveValue('Z7654321');
  },
);

test(
  'details that another tab has submitted can not be submitted again, and the page says so',
  { tag: '@long' },
  async ({ page, context, backend }) => {
    await signIn(page, backend, demo.somchai.email);
    await backend.operator('reject', demo.somchai.email, '--reason', 'document-unreadable');
    await page.getByRole('link', { name: 'See why, and submit again' }).click();
    await page.getByLabel('Number of the document').waitFor();
    // This page receives no events.
    await page.route('**/api/sse', (route) => route.abort());
    await page.reload();
    await page.getByLabel('Number of the document').fill('1101700000029');
    const second = await context.newPage();
    await second.goto('/account-info');
    await second.getByLabel('Number of the document').fill('1101700000019');
    await second.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(second.getByText('•••••0019')).toBeVisible();
    await page.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'no longer possible' })).toBeVisible();
    await expect(page.getByLabel('Number of the document')).toHaveValue('1101700000029');
    for (let tries = 0; tries < 3; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await Promise.all([
        page.waitForResponse('**/api/user/verification'),
        page.getByRole('button', { name: 'Submit for verification' }).click(),
      ]);
    }
    await page.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(tooMany(page)).toBeVisible();
  },
);

test('each verification method has its own message for a missing value', { tag: '@long' }, async ({ page }) => {
  await page.goto('/login');
  await enterPassword(page, demo.mei.email);
  await requestCode(page, 'Email');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Email Verification Code is Required')).toBeVisible();
  await page.getByLabel('Verification code').fill('123');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Enter all six digits')).toBeVisible();
  await page.getByRole('radio', { name: /Authenticator/ }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('APP Authenticator Code is Required')).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Recovery code is required')).toBeVisible();
  await page.getByLabel('Recovery code').fill('7H4K-2MPQ');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Incorrect Verification code')).toBeVisible();
  await page.getByRole('button', { name: 'Use the authenticator app instead' }).click();
  await expect(page.getByLabel('Verification code')).toHaveValue('');
});

test('requesting a code after the time limit restarts the sign-in', { tag: '@long' }, async ({ page, backend }) => {
  for (const way of [/SMS/, /Email/]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.goto('/login');
    // oxlint-disable-next-line no-await-in-loop
    await enterPassword(page, demo.mei.email);
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole('radio', { name: way }).check();
    // oxlint-disable-next-line no-await-in-loop
    await backend.advanceClock(15 * 60);
    // oxlint-disable-next-line no-await-in-loop
    await requestCode(page);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('alert').filter({ hasText: 'no longer valid' })).toBeVisible();
  }
});
