import type { Page } from '@playwright/test';
import { chooseCountry } from '../support/countries.ts';
import {
  demo,
  enterPassword,
  expect,
  expectAccessible,
  openHome,
  openPublicPage,
  test,
  requestCode,
} from '../support/journey.ts';
import { fillPerson, fillRegistration } from '../support/register.ts';

const password = 'Tall-Ships-2026!';

/** Fills in the first page and continues to the second. */
async function account(page: Page, email: string, type: 'Individual' | 'Corporate' = 'Individual'): Promise<void> {
  await page.getByRole('radio', { name: type }).check();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
}

test('an individual opens an account, activates it and logs in', async ({ page, backend }) => {
  const email = 'arun@example.com';
  await openHome(page);
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Open an account' })).toBeVisible();
  await expectAccessible(page);

  // Password rules are marked during typing. Missing values are reported, and entered values stay.
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await expect(page.getByRole('listitem').filter({ hasText: 'A lowercase letter' })).toContainText('met');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Not every rule is met yet')).toBeVisible();

  await account(page, email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Full name is required')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await expectAccessible(page);
  await fillPerson(page, '12');
  // A number whose check stays pending in the simulator.
  await page.getByLabel('Number of the document').fill('Z7650009');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter the number with its country code')).toBeVisible();
  await expect(page.getByLabel('Phone number')).toBeFocused();
  await page.getByLabel('Phone number').fill('8123 4568');
  await page.getByLabel('City').fill('S');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter at least 2 characters')).toBeVisible();
  await page.getByLabel('City').fill('Singapore');
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await expect(page).toHaveURL(/\/result\/register-success$/);
  await expect(page.getByText('We sent a link to arun@example.com')).toBeVisible();
  await expect(page.getByText('We verify your identity')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(email);

  // After the correct password the page says that activation is missing.
  const link = await backend.link(email);
  await page.goto('/login');
  await enterPassword(page, email, password);
  await expect(page.getByRole('alert').filter({ hasText: 'not activated yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('a new link is on its way')).toBeVisible();

  // In the browser that registered, the code is sent on arrival, and only the password is missing.
  await page.goto(link);
  await expect(page.getByText('To •••• 4568').first()).toBeVisible();
  await expectAccessible(page);
  const code = await backend.code('+6581234568');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Ships-2026!');
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Activate and log in' }).click();
  await expect(page.getByText('Incorrect Verification code')).toBeVisible();
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong-Ships-2026!');
  await page.getByRole('button', { name: 'Activate and log in' }).click();
  // The account is already active, so only the password is requested again.
  await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid Account or password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  expect(await page.evaluate(() => localStorage.getItem('registration'))).toBeNull();
  await expect(page.getByText('Your identity is being checked')).toBeVisible();
  await page.goto('/security-setting');
  await expect(page.getByText('Account activated')).toBeVisible();
  await expect(page.getByText('Account opened', { exact: true })).toBeVisible();
});

test('an individual registers by keyboard alone, up to the mail', async ({ page }) => {
  const tab = () => page.keyboard.press('Tab');
  const type = (text: string) => page.keyboard.type(text);
  await openPublicPage(page, '/register');
  await page.getByRole('radio', { name: 'Individual' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Corporate' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await tab();
  await type('arun@example.com');
  await tab();
  await type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await page.getByLabel('Full name').focus();
  const typeEach = async (...texts: string[]): Promise<void> => {
    for (const text of texts) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await type(text);
      // oxlint-disable-next-line no-await-in-loop
      await tab();
    }
  };
  // A letter opens the list of countries with its results.
  const typeCountry = async (name: string): Promise<void> => {
    await type(name);
    await expect(page.getByRole('searchbox')).toHaveValue(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await tab();
  };
  await typeEach('Arun Rao', 'Male');
  await typeCountry('India');
  await expect(page.getByRole('combobox', { name: 'Country code' })).toBeFocused();
  await tab();
  await typeEach('+6581234568', 'Passport', 'Z7654321');
  await typeCountry('Singapore');
  await typeEach('9 Battery Road');
  await type('Singapore');
  await expect(page.getByLabel('Nationality')).toHaveText('India');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
});

test(
  'a company sees where to send which documents, and a known address is not distinguishable',
  { tag: '@long' },
  async ({ page, backend }) => {
    const email = demo.mei.email;
    await page.goto('/register');
    await account(page, email, 'Corporate');
    await page.getByLabel('Registered name').fill('Battery Road Partners');
    for (const [type, document] of Object.entries({
      'Sole proprietorship': 'Identity document of the owner',
      'Financial institution': 'Licence from your regulator',
      'Exempt financial institution': 'Notice of exemption',
      Partnership: 'Partnership agreement',
    })) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.getByLabel('Business type').selectOption(type);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByRole('listitem').filter({ hasText: document })).toBeVisible();
    }
    await chooseCountry(page, 'Place of incorporation', 'Singapore');
    await page.getByLabel('Date of incorporation').fill('2999-01-01');
    await page.getByLabel('Registered address').fill('9 Battery Road, Singapore 049910');
    await fillPerson(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Date of incorporation can’t be in the future')).toBeVisible();
    await page.getByLabel('Date of incorporation').fill('2019-04-01');
    await page.getByRole('button', { name: 'Continue' }).click();
    // Mei's account exists: the page behaves as for any address, but her mail says so.
    await expect(page.getByText(`We sent a link to ${email}`)).toBeVisible();
    await expect.poll(() => backend.newestMail(email)).toContain('You already have one');
    await expect(page.getByRole('button', { name: /Send the mail again in/ })).toBeDisabled();

    // With another address, entered values stay, except values that are never stored.
    await page.getByRole('button', { name: 'Use another address' }).click();
    await expect(page.getByText('Choose your password again')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await account(page, 'desk@battery-road.example', 'Corporate');
    await page.getByLabel('Number of the document').fill('Z7654321');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Partnership agreement, with all partners')).toBeVisible();
    await expect(page.getByText('support@wusd-wallet.example').first()).toBeVisible();
    await expect.poll(() => backend.newestMail('desk@battery-road.example')).toContain('• Partnership agreement');

    // On another device, e.g. a phone, the activation ends at the login page.
    const link = await backend.link('desk@battery-road.example');
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await requestCode(page);
    await page.getByLabel('Verification code').fill(await backend.code('+6581234568'));
    await expect(page.getByRole('heading', { name: 'Your account is active' })).toBeVisible();
    await expect(page.getByText('Partnership agreement, with all partners')).toBeVisible();
  },
);

test('a field that only the server can reject is marked, and the last page explains itself when it is opened again', async ({
  page,
}) => {
  // A device with a wrong clock treats a future date as past.
  await page.clock.setFixedTime(new Date('2999-06-01'));
  await page.goto('/register');
  await account(page, 'desk@battery-road.example', 'Corporate');
  await page.getByLabel('Registered name').fill('Battery Road Partners');
  await page.getByLabel('Business type').selectOption('Partnership');
  await chooseCountry(page, 'Place of incorporation', 'Singapore');
  await page.getByLabel('Date of incorporation').fill('2999-01-01');
  await page.getByLabel('Registered address').fill('9 Battery Road, Singapore 049910');
  await fillPerson(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Date of incorporation was not accepted')).toBeVisible();
  await expect(page.getByLabel('Date of incorporation')).toBeFocused();

  await page.goto('/result/register-success');
  await expect(page.getByText('We sent a link to your email address')).toBeVisible();
});

test('a missing mail can be sent again, once a minute', { tag: '@long' }, async ({ page, backend }) => {
  await page.clock.install();
  await page.goto('/register');
  await fillRegistration(page);
  await expect(page.getByRole('button', { name: /Send the mail again in/ })).toBeDisabled();
  await page.clock.fastForward(61_000);
  await page.getByRole('button', { name: 'Send the mail again', exact: true }).click();
  await expect(page.getByText('We sent the mail again')).toBeVisible();
  await expect(page.getByRole('button', { name: /Send the mail again in/ })).toBeDisabled();
  expect(await backend.link('arun@example.com')).toContain('accountKey=');
});

test('a reload keeps the draft, but neither password nor document number', { tag: '@long' }, async ({ page }) => {
  await page.goto('/register/register-info');
  await expect(page).toHaveURL(/\/register$/);
  await account(page, 'arun@example.com');
  await fillPerson(page);
  await page.reload();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByText('Choose your password again')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('arun@example.com');
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('');
  await account(page, 'arun@example.com');
  await expect(page.getByLabel('Full name')).toHaveValue('Arun Rao');
  await expect(page.getByLabel('Nationality')).toHaveText('India');
  await expect(page.getByLabel('Number of the document')).toHaveValue('');
  const kept = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(kept).toContain('9 Battery Road');
  expect(kept).not.toContain('Z7654321');
  expect(kept).not.toContain(password);
});

test('a password that is easy to guess returns to its field, and a lost connection loses no input', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByLabel('Email').fill('arun@example.com');
  await page.getByLabel('New password', { exact: true }).fill('Password123456!');
  await page.getByRole('button', { name: 'Continue' }).click();
  await fillPerson(page);
  await page.route('**/api/user/register', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Request failed')).toBeVisible();
  await expect(page.getByLabel('Number of the document')).toHaveValue('Z7654321');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'nothing easy to guess' })).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue('Arun Rao');
});
