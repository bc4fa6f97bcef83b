import {
  available,
  demo,
  enterPassword,
  expect,
  expectAccessible,
  openPublicPage,
  signInByForm,
  test,
  requestCode,
} from '../support/journey.ts';

test('signs in with a code by SMS, read from the sandbox drawer', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await enterPassword(page, demo.mei.email);
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await requestCode(page, 'SMS');
  await expect(page.getByText('Code sent to •••• 4567. It is valid for 5 minutes.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Sandbox' }).click();
  const code = (
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Copy \d{6}$/ })
      .first()
      .innerText()
  ).replace(/\D/g, '');
  await page.keyboard.press('Escape');
  await page.getByLabel('Verification code').fill(code);

  await expect(page).toHaveURL(/\/wallet$/);
  await expect(available(page, 'WUSD')).toHaveText('12,480.50');
});

test('signs in with a code by email', async ({ page, backend }) => {
  await signInByForm(page, backend);
  await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible();
});

test('signs in with an authenticator app, by keyboard alone', async ({ page, backend }) => {
  await openPublicPage(page, '/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(demo.mei.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /SMS/ })).toBeVisible();
  await page.getByRole('radio', { name: /SMS/ }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type(await backend.authenticatorCode());
  await expect(page).toHaveURL(/\/wallet$/);
});

test('wrong and missing input shows its error, and entered values stay', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByLabel('Email').fill('mei@demo');
  await expect(page.getByText('Enter an email address such as name@example.com')).toBeVisible();

  await enterPassword(page, demo.mei.email, 'not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Account or password' })).toContainText('15 minutes');
  await expect(page.getByLabel('Email')).toHaveValue(demo.mei.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  await expectAccessible(page);
});

test('wrong, expired and too many codes show their error and the next step', async ({ page, backend }) => {
  await page.goto('/login');
  await enterPassword(page, demo.mei.email);
  await requestCode(page, 'SMS');
  const field = page.getByLabel('Verification code');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Verification Code is Required')).toBeVisible();

  const code = await backend.code(demo.mei.phone);
  const wrong = code === '000000' ? '000001' : '000000';
  await field.fill(wrong);
  await expect(page.getByText('Incorrect Verification code. 4 tries left.')).toBeVisible();
  await expect(field).toHaveValue(wrong);
  await expectAccessible(page);

  await backend.advanceClock(301);
  await field.fill(code);
  await expect(page.getByText('This code has expired. Request a new one.')).toBeVisible();

  await page.getByRole('button', { name: 'Send a new code' }).click();
  const second = await backend.code(demo.mei.phone);
  const guesses = ['111111', '222222', '333333'].map((guess) => (guess === second ? '444444' : guess));
  for (const [index, guess] of guesses.entries()) {
    await field.fill(guess);
    const left = 2 - index;
    await expect(
      page.getByText(
        left > 0 ? `Incorrect Verification code. ${left} ` : 'Too many incorrect codes. Please start again.',
      ),
    ).toBeVisible();
  }
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('five wrong passwords pause this device, and the text warns from the first attempt', async ({ page, backend }) => {
  await page.goto('/login');
  for (let count = 0; count < 5; count += 1) {
    const answer = page.waitForResponse('**/api/user/login');
    await enterPassword(page, demo.mei.email, 'not the password');
    await answer;
  }
  await enterPassword(page, demo.mei.email);
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Account or password' })).toBeVisible();
  await backend.advanceClock(15 * 60 + 1);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
});

test('a verification page opened without its sign-in explains itself and submits nothing', async ({
  page,
  backend,
}) => {
  await page.goto('/login');
  await enterPassword(page, demo.mei.email);
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing to confirm here' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await backend.newestCode(demo.mei.email)).toBeUndefined();
  expect(await backend.newestCode(demo.mei.phone)).toBeUndefined();
});

test('a used authenticator code is rejected like a wrong one', async ({ page, backend, browser }) => {
  const code = await backend.authenticatorCode();
  const prove = async (on: typeof page): Promise<void> => {
    await on.goto('/login');
    await enterPassword(on, demo.mei.email);
    await on.getByRole('radio', { name: /Authenticator/ }).check();
    await on.getByLabel('Verification code').fill(code);
  };
  await prove(page);
  await expect(page).toHaveURL(/\/wallet$/);
  const elsewhere = await browser.newContext({ baseURL: backend.url });
  const other = await elsewhere.newPage();
  await prove(other);
  await expect(other.getByText('Incorrect Verification code. 4 tries left.')).toBeVisible();
  await elsewhere.close();
});

test(
  'an unreachable server is reported, entered values stay, and the same press works once it is back',
  { tag: '@long' },
  async ({ page }) => {
    await openPublicPage(page, '/login');
    await page.route('**/api/**', (route) => route.abort());
    await page.reload();
    await page.getByLabel('Email').fill(demo.mei.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const status = page.getByRole('status').filter({ hasText: 'Our server does not answer right now.' });
    await expect(status).toHaveText('Our server does not answer right now. This page keeps trying.');
    await expect(page.getByLabel('Email')).toHaveValue(demo.mei.email);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
    await expect(status).toBeHidden();
  },
);
