import type { Page } from '@playwright/test';
import { chooseCountry } from './countries.ts';
import { type Backend, demo, expect } from './journey.ts';
import { prove } from './withdrawing.ts';

// Steps of moving fiat, for journeys with another topic.

export interface Way {
  country: string;
  currency: string;
  rail: string;
  /** Fields of the form by label. */
  fields: Record<string, string>;
  /** Fields that are chosen from a list. */
  chosen?: Record<string, string>;
  /** Our bank for this method. */
  bank: string;
  fee: string;
}

/** One per rail, and per country if the rail differs there. */
export const ways = {
  swift: {
    country: 'SG',
    currency: 'SGD',
    rail: 'SWIFT',
    chosen: { Bank: 'DBS' },
    fields: {
      'Account holder’s address': '1 Raffles Place',
      'Account number': '0721234567',
      'Purpose of transfers': 'Own funds',
    },
    bank: 'DBS',
    fee: '25.00',
  },
  ach: {
    country: 'US',
    currency: 'USD',
    rail: 'ACH',
    chosen: { 'Kind of account': 'checking' },
    fields: { 'ABA routing number': '021000021', 'Account number': '123456789', Bank: 'JPMorgan Chase' },
    bank: 'San Juan International Bank',
    fee: '1.00',
  },
  sepa: {
    country: 'DE',
    currency: 'EUR',
    rail: 'SEPA',
    fields: { IBAN: 'DE89370400440532013000' },
    bank: 'Banque de la Moselle',
    fee: '0.50',
  },
  fps: {
    country: 'HK',
    currency: 'HKD',
    rail: 'FPS',
    chosen: { Bank: 'HSBC' },
    fields: { 'Account number': '123456789' },
    bank: 'Victoria Harbour Bank',
    fee: '0.00',
  },
  fasterPayments: {
    country: 'GB',
    currency: 'GBP',
    rail: 'FPS',
    chosen: { Bank: 'Barclays' },
    fields: { 'Sort code': '200415', 'Account number': '38290008' },
    bank: 'Banque de la Moselle',
    fee: '0.00',
  },
} satisfies Record<string, Way>;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Enters an account with the fields of its method. */
export async function fillAccount(
  page: Page,
  { country, currency, rail, fields, chosen = {} }: Way,
  label: string,
  holder = 'Mei Tan',
): Promise<void> {
  await chooseCountry(page, 'Country of the bank', country);
  await field(page, 'Currency').selectOption(currency);
  const rails = field(page, 'How payouts travel');
  if ((await rails.inputValue()) !== rail) await rails.selectOption(rail);
  await field(page, 'Account holder').waitFor();
  for (const [name, value] of Object.entries(chosen)) await field(page, name).selectOption(value);
  await field(page, 'Name for this account').fill(label);
  await field(page, 'Account holder').fill(holder);
  for (const [name, value] of Object.entries(fields)) {
    const box = field(page, name);
    // Countries with known banks have a list; in others the name is typed.
    await ((await box.evaluate((each) => each.tagName)) === 'SELECT' ? box.selectOption(value) : box.fill(value));
  }
}

/** Enters an account on the page of a new account, up to its codes. */
export async function typeAccount(page: Page, way: Way, label: string, holder?: string): Promise<void> {
  await fillAccount(page, way, label, holder);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Declares a wire to a bank. @returns the deposit's id */
export async function declare(page: Page, { currency, bank }: Way, amount: string): Promise<string> {
  await page.goto('/fiat-deposit');
  await field(page, 'Currency').selectOption(currency);
  await field(page, 'Bank').selectOption(bank);
  await page.getByLabel(/^Amount you sent/).fill(amount);
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await page.waitForURL(/fiat-deposit-success/);
  return /ftx_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
}

/** Chooses the saved account with this name on the withdrawal page. */
export async function chooseRecipient(page: Page, label: string): Promise<void> {
  const account = page.locator('option', { hasText: label }).first();
  await field(page, 'To').selectOption((await account.getAttribute('value')) ?? '');
}

/** Navigates to the review of a withdrawal to the saved account with this name. */
export async function reviewPayout(page: Page, { bank }: Way, label: string, amount: string): Promise<void> {
  await page.goto('/fiat-withdraw');
  await chooseRecipient(page, label);
  await page.getByText('How it is sent').waitFor();
  const change = page.getByRole('button', { name: 'Change how it is sent' });
  if (await change.isVisible()) {
    await change.click();
    await page.getByRole('radio', { name: bank }).check();
  }
  await page.getByLabel('Amount that arrives').fill(amount);
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review your withdrawal' })).toBeFocused();
}

export async function payOut(
  page: Page,
  backend: Backend,
  way: Way,
  label: string,
  amount: string,
  who: { phone: string; email: string } = demo.mei,
): Promise<void> {
  await backend.advanceClock(61);
  await reviewPayout(page, way, label, amount);
  await page.getByRole('button', { name: `Withdraw ${amount} ${way.currency}` }).click();
  await prove(page, backend, who);
  await expect(
    page.getByRole('heading', { name: /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/ }),
  ).toBeVisible();
}
