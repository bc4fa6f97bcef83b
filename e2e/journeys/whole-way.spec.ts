import type { Page } from '@playwright/test';
import { fillAccount, ways } from '../support/banking.ts';
import { codeReader, inDrawer, press, receive } from '../support/drawer.ts';
import { fillCompany, fillPerson } from '../support/register.ts';
import { available, enterPassword, expect, expectAccessible, openHome, test, requestCode } from '../support/journey.ts';

// From registration to money at a bank. The sandbox drawer triggers everything that the customer does not do.

const password = 'Tall-Ships-2026!';
const phone = '+6581234568';

interface Somebody {
  type: 'Individual' | 'Corporate';
  email: string;
  code: (recipient: string) => Promise<string>;
}

async function enterCode(page: Page, { code }: Somebody, recipient: string): Promise<void> {
  await requestCode(page);
  await page.getByLabel('Verification code').fill(await code(recipient));
}

/** Enters both codes of an action. New codes can be sent one minute after the last. */
async function prove(page: Page, who: Somebody): Promise<void> {
  await enterCode(page, who, phone);
  await enterCode(page, who, who.email);
}

async function openAccount(page: Page, who: Somebody): Promise<void> {
  await page.getByRole('radio', { name: who.type }).check();
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  if (who.type === 'Corporate') await fillCompany(page);
  await fillPerson(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();

  // The link in the mail is opened from the drawer, like from a mailbox.
  await inDrawer(page, async (drawer) => {
    const link = drawer.getByRole('link', { name: /account-activation/ });
    await page.goto((await link.getAttribute('href')) ?? '');
  });
  await expect(page.getByText('To •••• 4568').first()).toBeVisible();
  await page.getByLabel('Verification code').fill(await who.code(phone));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Activate and log in' }).click();
}

async function logIn(page: Page, who: Somebody): Promise<void> {
  await enterPassword(page, who.email, password);
  await page.getByRole('radio', { name: /Email/ }).check();
  await enterCode(page, who, who.email);
}

async function swap(page: Page, who: Somebody, amount: string, pay: string, to: string): Promise<void> {
  await page.goto('/mint-redeem');
  await page.getByLabel('Currency you send').selectOption(pay);
  await page.getByLabel('Currency you receive').selectOption(to);
  await page.getByLabel('You send', { exact: true }).fill(amount);
  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await enterCode(page, who, phone);
  await page.waitForURL(/mint-redeem\/success/);
}

/** Withdraws to a new bank account in dollars, which is saved too. The money arrives one day later. */
async function withdrawToBank(page: Page, who: Somebody, amount: string, shown = amount): Promise<void> {
  await page.goto('/fiat-withdraw');
  await page.getByLabel('Amount that arrives').fill(amount);
  await page.getByRole('button', { name: 'New bank account' }).click();
  await fillAccount(page, ways.ach, 'Chase', 'Arun Rao');
  await expect(page.getByLabel('Amount that arrives')).toHaveValue(amount);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('The bank account is new: it is saved and screened')).toBeVisible();
  await page.getByRole('button', { name: `Withdraw ${shown} USD` }).click();
  await prove(page, who);
  await expect(page.getByRole('heading', { name: /^Scheduled for / })).toBeVisible();
  await expectAccessible(page);

  await press(page, 'Let 24 h pass');
  // No session lasts a day: the page detects the end and leaves.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goto('/login');
  await logIn(page, who);
  await page.waitForURL(/\/wallet$/);
  await page.goto('/wallet-history');
  await expect(page.getByRole('button', { name: /Withdrawal/ })).toContainText('Completed');
  await expectAccessible(page);
}

test(
  'an individual on a desktop opens an account, receives WUSD, redeems it, and withdraws it to a bank',
  { tag: '@long' },
  async ({ page }) => {
    const who: Somebody = { type: 'Individual', email: 'arun@example.com', code: codeReader(page) };
    await openHome(page);
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
    await openAccount(page, who);
    await expect(page).toHaveURL(/\/wallet$/);
    // The simulated provider decides automatically within seconds.
    await page.goto('/account-info');
    await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Your identity is being checked')).toHaveCount(0);
    await page.goto('/wallet');

    await receive(page, '1250.00', 'WUSD');
    await expect(available(page, 'WUSD')).toHaveText(/^1,250\.00/);
    await swap(page, who, '1000.00', 'WUSD', 'USD');
    await press(page, 'Let 15 min pass');
    await withdrawToBank(page, who, '900.00');
    const entries = page.getByRole('listitem').getByRole('button');
    await expect(entries).toHaveCount(3);
    await page.goto('/wallet');
    await expect(available(page, 'USD')).toHaveText(/^99\.00/);
    await expect(available(page, 'WUSD')).toHaveText(/^250\.00/);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test(
    'a company opens an account, mints from a wire, redeems, and withdraws to a bank',
    { tag: '@long' },
    async ({ page }) => {
      const who: Somebody = { type: 'Corporate', email: 'desk@battery-road.example', code: codeReader(page) };
      await page.goto('/register');
      await openAccount(page, who);
      await expect(page).toHaveURL(/\/account-info$/);
      await expect(page.getByText('Partnership agreement, with all partners', { exact: true })).toBeVisible();
      // People review the documents.
      await press(page, 'Approve');
      // The word "Verified" also appears for a verified email and for the last step.
      await expect(page.getByText('Partnership agreement, with all partners', { exact: true })).toHaveCount(0);

      await page.goto('/wallet');
      await receive(page, '8000.00', 'USD');
      await expect(available(page, 'USD')).toHaveText(/^8,000\.00/);
      await swap(page, who, '5000.00', 'USD', 'WUSD');
      await press(page, 'Let 15 min pass');
      await swap(page, who, '2000.00', 'WUSD', 'USD');
      await press(page, 'Let 15 min pass');
      await withdrawToBank(page, who, '4500.00', '4,500.00');
      await expect(page.getByRole('listitem').getByRole('button')).toHaveCount(4);
      await page.goto('/wallet');
      await expect(available(page, 'WUSD')).toHaveText(/^3,000\.00/);
      await expect(available(page, 'USD')).toHaveText(/^499\.00/);
    },
  );
});
