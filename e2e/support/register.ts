import type { Page } from '@playwright/test';
import { createWalletClient } from '@wusd/api-sdk';
import { mailboxAt } from '@wusd/api/testing/mailbox';
import { seal } from '@wusd/auth-core/seal';
import type { Language } from '@wusd/i18n';
import { chooseCountry } from './countries.ts';

/** Registers an individual, whose number ends in 4567, with the API. @returns the link of the mail */
export async function register(
  url: string,
  { email, password, language = 'en_US' }: { email: string; password: string; language?: Language },
): Promise<string> {
  const { registration, config } = createWalletClient({ baseUrl: `${url}/api` });
  const mailbox = mailboxAt(url);
  const body = {
    accountType: 'individual' as const,
    email,
    language,
    payload: await seal((await config.get()).sealingKey, { password }),
    phoneNumber: '+6591234567',
    identity: {
      fullName: 'Arun Rao',
      gender: 'male' as const,
      nationality: 'IN',
      residence: 'SG',
      idType: 'passport' as const,
      idNumber: 'Z7654321',
      residentialAddress: { city: 'Singapore', addressLine: '9 Battery Road', postalCode: '049910' },
    },
  };
  await registration.register(body);
  return mailbox.link(email);
}

/** Completes both pages of an individual's registration, up to the mail. */
export async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('arun@example.com');
  await page.getByLabel('New password', { exact: true }).fill('Tall-Ships-2026!');
  await page.getByRole('button', { name: 'Continue' }).click();
  await fillPerson(page);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Fills in a person: an individual, or the representative of a company. */
export async function fillPerson(page: Page, phone = '+65 8123 4568'): Promise<void> {
  await page.getByLabel('Full name').fill('Arun Rao');
  await page.getByLabel('Gender').selectOption('Male');
  await chooseCountry(page, 'Nationality', 'India');
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Kind of document').selectOption('Passport');
  await page.getByLabel('Number of the document').fill('Z7654321');
  await chooseCountry(page, 'Country of residence', 'Singapore');
  await page.getByLabel('Street and number').fill('9 Battery Road');
  await page.getByLabel('City').fill('Singapore');
  await page.getByLabel('Postal code').fill('049910');
}

/** Fills in the additional fields of a company. */
export async function fillCompany(page: Page): Promise<void> {
  await page.getByLabel('Registered name').fill('Battery Road Partners');
  await page.getByLabel('Business type').selectOption('Partnership');
  await chooseCountry(page, 'Place of incorporation', 'Singapore');
  await page.getByLabel('Date of incorporation').fill('2019-04-01');
  await page.getByLabel('Registered address').fill('9 Battery Road, Singapore 049910');
}
