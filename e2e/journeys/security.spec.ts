import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import {
  type Backend,
  beginSession,
  cutOff,
  demo,
  enterPassword,
  expect,
  expectAccessible,
  signIn,
  test,
  requestCode,
} from '../support/journey.ts';
import { watchSeen } from '../support/seen.ts';

const newPassword = 'Tall-Ships-2026!';

/** Enters the codes of a verification page, by SMS and e-mail, in sequence. */
async function prove(page: Page, backend: Backend, ...recipients: string[]): Promise<void> {
  for (const [index, recipient] of recipients.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (recipients.length > 1) await expect(page.getByText(`Step ${index + 1} of ${recipients.length}`)).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    await requestCode(page, recipient.includes('@') ? 'Email' : 'SMS');
    // oxlint-disable-next-line no-await-in-loop
    await page.getByLabel('Verification code').fill(await backend.code(recipient));
  }
}

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('lang', 'en_US')));

test(
  'a password is changed with the old one and two codes, every tab is signed out, and the code of the notice freezes',
  { tag: '@long' },
  async ({ page, context, browser, backend }) => {
    await signIn(page, backend);
    const second = await context.newPage();
    await second.goto('/security-setting');
    await expect(second.getByRole('heading', { name: 'Security setting' })).toBeVisible();
    await expectAccessible(second);
    await page.goto('/security-setting');
    await page.getByRole('link', { name: 'Change Password' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Current password is required')).toBeVisible();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Incorrect Password' })).toBeVisible();
    await page.getByLabel('Current password').fill(demo.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const field = page.getByLabel('New password', { exact: true });
    await field.fill('Password123456!');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'nothing easy to guess' })).toBeVisible();
    await field.fill(newPassword);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, demo.mei.phone, demo.mei.email);
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible();
    await expect(second).toHaveURL(/\/home$/);

    // A verification page that was opened without an action submits nothing.
    await page.getByRole('link', { name: 'Log in' }).last().click();
    await enterPassword(page, demo.mei.email, newPassword);
    await page.getByRole('radio', { name: /Email/ }).check();
    await expect.poll(() => backend.newestMail(demo.mei.email)).toContain('Your password was changed');
    const freezeCode = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await backend.newestMail(demo.mei.email))?.[0] ?? '';
    await prove(page, backend, demo.mei.email);
    await expect(page).toHaveURL(/\/wallet$/);
    await expect(page.getByText('Withdrawals are paused until')).toBeVisible();
    await page.goto('/security-setting');
    await expect(page.getByText('cooldown period of 24 hours')).toBeVisible();
    await expect(page.getByText('Password changed')).toBeVisible();
    await page.goto('/security-verification/change-password');
    await expect(page.getByRole('heading', { name: 'Nothing to confirm here' })).toBeVisible();

    const strangers = await browser.newContext({ baseURL: backend.url });
    const keepSeen = await watchSeen(strangers);
    const elsewhere = await strangers.newPage();
    await elsewhere.goto('/login');
    await elsewhere.getByRole('button', { name: 'Freeze my account' }).click();
    await elsewhere.getByRole('button', { name: 'Freeze the account' }).click();
    await expect(elsewhere.getByText('Freeze code is required')).toBeVisible();
    await elsewhere.getByLabel('Freeze code').fill('2222-2222-2222');
    await elsewhere.getByRole('button', { name: 'Freeze the account' }).click();
    await expect(elsewhere.getByRole('alert')).not.toHaveCount(0);
    await elsewhere.getByLabel('Freeze code').fill(freezeCode.toLowerCase());
    await elsewhere.getByRole('button', { name: 'Freeze the account' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
    await expect(elsewhere.getByText(/^FRZ(-[2-9A-Z]{4}){3}$/)).toBeVisible();
    await elsewhere.goto('/login');
    await elsewhere.getByLabel('Email').fill(demo.mei.email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(newPassword);
    await elsewhere.getByRole('button', { name: 'Continue' }).click();
    await expect(elsewhere.getByText('Your account is unavailable now')).toBeVisible();
    await keepSeen();
    await strangers.close();
  },
);

test('an authenticator is set up with its key, its recovery codes are saved, replaced, and it is removed', async ({
  page,
  backend,
}) => {
  const { email, phone } = demo.somchai;
  await beginSession(page, backend, email);
  await page.goto('/security-setting');
  await page.getByRole('link', { name: 'Set up Authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(page);
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('APP Authenticator Code is Required')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect(page.getByText('Copied the key')).toBeVisible();
  const totp = new TOTP({ secret: key });
  const code = totp.generate();
  await page.getByLabel('Code that the app shows').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/Incorrect Verification code. 4 tries/)).toBeVisible();
  await page.getByLabel('Code that the app shows').fill(totp.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await prove(page, backend, phone, email);

  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^[2-9A-Z]{4}-[2-9A-Z]{4}$/ })).toHaveCount(10);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Confirm that you saved them')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the recovery codes' }).click();
  await expect(page.getByText('Copied the recovery codes')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await download).suggestedFilename()).toBe('wusd-wallet-recovery-codes.txt');
  // A print contains only the codes, their owner and their date.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/^WUSD Wallet recovery codes of so\*\*\*i@demo\.example$/)).toBeVisible();
  await expect(page.getByText(/^Made .+, Singapore time/)).toBeVisible();
  await expect(page.getByText('I saved these codes')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('checkbox', { name: 'I saved these codes' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 of 10 left. Saved')).toBeVisible();
  await expect(page.getByText('On. Works without a phone signal').first()).toBeVisible();
  // Opening the URL again shows that the app is already set up, and a link back.
  await page.goto('/security-setting/authenticator');
  await expect(page.getByText('You have an authenticator app already.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to security setting' }).click();

  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('radio', { name: /SMS/ }).check();
  await prove(page, backend, phone, email);
  await page.getByRole('checkbox', { name: 'I saved these codes' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('radio', { name: /SMS/ }).check();
  await prove(page, backend, phone, email);
  await expect(page.getByText('Off. Safer than SMS').first()).toBeVisible();
  await expect(page.getByText('cooldown period of 24 hours')).toBeVisible();
  await expect(page.getByText('Authenticator app removed')).toBeVisible();
});

test(
  'phone and e-mail are changed after verifying the old ones, and the header updates',
  { tag: '@long' },
  async ({ page, backend }) => {
    const { email, phone } = demo.somchai;
    await beginSession(page, backend, email);
    await page.goto('/verify-phone');
    await expect(page.getByText('A phone is bound already')).toBeVisible();
    await page.getByRole('link', { name: 'Change phone number' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, phone, email);
    await page.getByLabel('Phone number').fill('+66 8');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter the number with its country code')).toBeVisible();
    await page.getByLabel('Phone number').fill('+66 89 765 4321');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, '+66897654321');
    await expect(page.getByRole('heading', { name: 'Your phone number is changed' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to security setting' }).click();
    await expect(page.getByText('•••• 4321').first()).toBeVisible();

    await backend.advanceClock(61);
    await page.getByRole('link', { name: 'Change Email' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, '+66897654321', email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    // A verification is valid for ten minutes.
    await backend.advanceClock(10 * 60);
    await page.getByLabel('Email').fill('somchai@elsewhere.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('First prove that it is you')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, '+66897654321', email);
    await page.getByLabel('Email').fill('somchai@elsewhere.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, 'somchai@elsewhere.example');
    await expect(page.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('banner').getByText('somchai@elsewhere.example')).toBeVisible();
    await page.goto('/security-setting');
    await expect(page.getByText('Email address changed')).toBeVisible();
  },
);

test(
  'an anti-phishing code is set and shown, a sign-in is listed, and the account can be frozen',
  { tag: '@long' },
  async ({ page, backend }) => {
    const { email, phone } = demo.somchai;
    await beginSession(page, backend, email);
    await page.goto('/security-setting');
    await page.getByRole('link', { name: 'Set up Anti-phishing code' }).click();
    const field = page.getByLabel('Code', { exact: true });
    await field.fill('ab');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Use 4 to 20 letters and digits')).toBeVisible();
    await field.fill('merlion!');
    await expect(page.getByText('Invalid character')).toBeVisible();
    await field.fill('Merlion88');
    // A review is valid for five minutes. Afterwards the action restarts, both when a code is requested and when one is
    // entered.
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Step 1 of 2')).toBeVisible();
    const late = await backend.code(phone);
    await backend.advanceClock(5 * 60);
    await page.getByLabel('Verification code').fill(late);
    await expect(page.getByRole('alert').filter({ hasText: 'review' })).toBeVisible();
    await page.goto('/security-setting/anti-phishing-code');
    await field.fill('Merlion88');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Verification code').fill(await backend.code(phone));
    await expect(page.getByText('Step 2 of 2')).toBeVisible();
    const lateToo = await backend.code(email);
    await backend.advanceClock(5 * 60);
    await page.getByLabel('Verification code').fill(lateToo);
    await expect(page.getByRole('alert').filter({ hasText: 'review' })).toBeVisible();
    await page.goto('/security-setting/anti-phishing-code');
    await field.fill('Merlion88');
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, phone, email);
    await expect(page.getByText('Every mail of ours carries Merlion88').first()).toBeVisible();
    await expect.poll(() => backend.newestMail(email)).toContain('Merlion88');
    await expect(page.getByText('Anti-phishing code set')).toBeVisible();
    await page.goto('/sessions');
    await expect(page.getByText('This one')).toBeVisible();
    await expect(page.getByText(/Chrom\w+ on Linux/).first()).toBeVisible();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await expect(page).toHaveURL(/\/home$/);
    await beginSession(page, backend, email);
    await page.goto('/security-setting');
    await page.getByRole('button', { name: 'Freeze my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Freeze my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze my account' }).click();
    await expect(page).toHaveURL(/\/account-frozen$/);

    await backend.operator('unfreeze', email);
    await backend.operator('verify', email);
    await backend.operator('recheck-identity', email);
    await beginSession(page, backend, email);
    await page.goto('/security-setting');
    for (const act of ['Account frozen', 'Account opened again', 'Identity to be checked again'])
      await expect(page.getByText(act)).toBeVisible();
  },
);

test(
  'failed attempts pause their factor, and the security log lists them',
  { tag: '@long' },
  async ({ page, backend }) => {
    const { email, phone } = demo.somchai;
    await page.goto('/login');
    for (let count = 0; count < 6; count += 1) {
      const answer = page.waitForResponse('**/api/user/login');
      await enterPassword(page, email, 'not the password');
      await answer;
    }
    await backend.advanceClock(15 * 60 + 1);
    await enterPassword(page, email);
    await page.getByRole('radio', { name: /SMS/ }).check();
    await requestCode(page);
    const field = page.getByLabel('Verification code');
    const right = await backend.code(phone);
    const answers = ['4 tries left', '3 tries left', '2 tries left', '1 try left', 'Please start again'];
    for (const [index, answer] of answers.entries()) {
      const guess = String(index + 1).repeat(6);
      await field.fill(guess === right ? '999999' : guess);
      await expect(page.getByText(answer)).toBeVisible();
    }
    await expect.poll(() => backend.newestMail(email)).toContain('กรอกรหัส SMS ผิดหลายครั้ง');
    await page.getByRole('link', { name: 'Start again' }).click();
    await enterPassword(page, email);
    await page.getByRole('radio', { name: /SMS/ }).check();
    await requestCode(page);
    await field.fill('999999');
    await expect(
      page.getByText('Too many incorrect codes. Try again in 1 minute, or verify another way.'),
    ).toBeVisible();
    await expectAccessible(page);
    // Codes of another factor are not paused.
    await page.getByRole('radio', { name: /Email/ }).check();
    await requestCode(page);
    await field.fill(await backend.code(email));
    await expect(page).toHaveURL(/\/wallet$/);
    await page.goto('/security-setting');
    for (const act of [
      'Incorrect password entered',
      'Sign-in paused after incorrect passwords',
      'Incorrect SMS code entered',
      'SMS codes paused after incorrect attempts',
    ])
      await expect(page.getByText(act)).toBeVisible();
    await expect(page.getByText('5 times').first()).toBeVisible();
  },
);

test(
  'an operator removes a lost phone from the account, and another phone is verified',
  { tag: '@long' },
  async ({ page, backend }) => {
    const { email } = demo.somchai;
    await signIn(page, backend, email);
    await backend.operator('remove-phone', email, '--why', 'Passport and a call back to the number of the bank');
    await expect(page.getByRole('alertdialog').filter({ hasText: 'information has been updated' })).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.goto('/login');
    await enterPassword(page, email);
    await prove(page, backend, email);
    await expect(page).toHaveURL(/\/wallet$/);
    await page.goto('/security-setting');
    await expect(page.getByText('No number bound').first()).toBeVisible();
    await expect(page.getByText('Phone removed')).toBeVisible();
    await page.getByRole('link', { name: 'Change Phone' }).click();
    await expect(page.getByRole('heading', { name: 'Verify phone number' })).toBeVisible();
    await page.getByLabel('Phone number').fill('+66 89 765 4321');
    await page.getByRole('button', { name: 'Continue' }).click();
    await prove(page, backend, '+66897654321', email);
    await expect(page.getByRole('heading', { name: 'Your phone number is verified' })).toBeVisible();
  },
);

test(
  'a failed request for security settings shows an error and can be retried',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend, demo.somchai.email);
    const settings = 'Your security settings can’t be shown just now.';
    for (const [path, at, text] of [
      ['**/api/user/profile', '/security-setting', settings],
      ['**/api/user/security-checkup', '/security-setting', 'Your security checkup can’t be shown just now.'],
      ['**/api/user/security-log', '/security-setting', settings],
      ['**/api/user/sessions?*', '/sessions', settings],
    ] as const) {
      const restore = await cutOff(page, path);
      await page.goto(at);
      await expect(page.getByText(text).first()).toBeVisible();
      await restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText(text).first()).toHaveCount(0);
    }
  },
);

test.describe('from a program that does not say what it is', () => {
  test.use({ userAgent: 'x' });

  test('a sign-in with an unknown user agent is listed too', { tag: '@long' }, async ({ page, backend }) => {
    await beginSession(page, backend, demo.somchai.email);
    await page.goto('/sessions');
    await expect(page.getByText('Unknown program')).toBeVisible();
  });
});
