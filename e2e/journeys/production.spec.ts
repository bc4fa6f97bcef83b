import { chromium } from '@wusd/browser';
import { expect, expectAccessible } from '../support/journey.ts';
import { host, test } from '../support/production.ts';
import { fillRegistration } from '../support/register.ts';

const options = await chromium();

test.use({
  ignoreHTTPSErrors: true,
  launchOptions: { ...options, args: [...options.args, `--host-resolver-rules=MAP ${host} 127.0.0.1`] },
});

test('in production an account is opened and used, with real mail and SMS, and without any part of the sandbox (control 28)', async ({
  page,
  context,
  production,
}) => {
  const requested: string[] = [];
  context.on('request', (request) => requested.push(request.url()));
  const tokens: string[] = [];
  context.on('response', async (response) => {
    if (!response.url().endsWith('/auth/oauth2/token')) return;
    const { result } = (await response.json()) as { result: Record<string, unknown> };
    tokens.push(...['access_token', 'refresh_token'].map((name) => String(result[name])));
  });
  // The captcha provider's script is the only file of another host. A double replaces it here.
  let made = 0;
  await page.exposeFunction('tokenFor', (action: string) => `${(made += 1)}:${action}`);
  await page.route('https://www.google.com/recaptcha/api.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.grecaptcha = { ready: (then) => then(), execute: (key, { action }) => window.tokenFor(action) };',
    }),
  );
  const email = 'arun@example.com';

  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Test mode')).toHaveCount(0);
  await fillRegistration(page);
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();

  const link = await production.find(email, /(https:\/\/\S+accountKey=\S+)/);
  expect(link.startsWith(`${production.url}/account-activation`)).toBe(true);
  await page.goto(link);
  await page.getByLabel('Verification code').fill(await production.find('+6581234568', /\b(\d{6})\b/));
  await page.getByLabel('Password', { exact: true }).fill('Tall-Ships-2026!');
  await page.getByRole('button', { name: 'Activate and log in' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByText('Your identity is being checked')).toBeVisible();

  // No provider is configured: an operator decides, and the open page updates.
  expect(await production.operator('identities')).toContain(email);
  await production.operator('verify', email);
  await expect(page.getByText('Your identity is being checked')).toHaveCount(0);
  await expectAccessible(page);
  const reloaded = await page.reload();
  expect(await reloaded?.headerValue('strict-transport-security')).toContain('max-age');
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();

  // Stored values are unreadable (control 37).
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens) expect(stored).not.toContain(token);
  expect(await context.cookies()).toEqual([]);

  expect(requested.filter((url) => /sandbox|simulator/i.test(url))).toEqual([]);
  expect(new Set(requested.map((url) => new URL(url).hostname))).toEqual(new Set([host, 'www.google.com']));
  const answer = await page.evaluate(() => fetch('/api/sandbox/mailbox').then((response) => response.json()));
  expect(answer).toMatchObject({ header: { success: false, errCode: '00003' } });
});
