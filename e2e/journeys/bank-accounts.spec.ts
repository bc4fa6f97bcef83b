import type { Page } from '@playwright/test';
import { chooseCountry } from '../support/countries.ts';
import { type Backend, beginSession, demo, expect, expectAccessible, signIn, test } from '../support/journey.ts';
import { prove } from '../support/withdrawing.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const card = (page: Page, name: string) => page.getByRole('article', { name });
const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** Chooses the transfer method. A rail is chosen only if there are several. */
async function choose(page: Page, country: string, currency: string, rail?: string): Promise<void> {
  await chooseCountry(page, 'Country of the bank', country);
  await field(page, 'Currency').selectOption(currency);
  if (rail !== undefined) await field(page, 'How payouts travel').selectOption(rail);
}
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value);
}
/** Completes saving and opens the list. */
async function save(page: Page, backend: Backend): Promise<void> {
  await next(page);
  await prove(page, backend);
  await page.getByRole('link', { name: 'Go to bank accounts' }).click();
}
/** Fills in the shortest form. */
async function hongKong(page: Page, name: string, number: string, holder = 'Mei Tan'): Promise<void> {
  await page.goto('/add-bank-account');
  await choose(page, 'HK', 'HKD', 'FPS');
  await field(page, 'Bank').selectOption('HSBC');
  await fill(page, { 'Name for this account': name, 'Account holder': holder, 'Account number': number });
}

test('a bank account is saved with the fields of its method, made the default, changed and deleted', async ({
  page,
  context,
  backend,
}) => {
  await beginSession(page, backend);
  await page.goto('/bank-account');
  await expect(page.getByText('No bank account yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a bank account' }).click();
  await next(page);
  await expect(page.getByText('Country of the bank is required')).toBeVisible();
  await expect(field(page, 'Country of the bank')).toBeFocused();

  // A currency with one method has nothing to choose.
  await choose(page, 'SG', 'SGD');
  await expect(field(page, 'How payouts travel')).toHaveValue('SWIFT');
  await field(page, 'Bank').selectOption('DBS');
  await expect(field(page, 'SWIFT code (BIC)')).toHaveValue('DBSSSGSG');
  await fill(page, {
    'Name for this account': 'Salary',
    'Account holder': 'Mei Tan',
    'Account holder’s address': '1 Raffles Place',
    'Account number': '12',
    'Bank’s city (optional)': 'X',
    'Purpose of transfers': 'Own funds',
  });
  await next(page);
  await expect(page.getByText('This does not look right.')).toBeVisible();
  await expect(page.getByText('Enter at least 2 characters')).toBeVisible();
  await fill(page, { 'Account number': '072-123 4567', 'Bank’s city (optional)': 'Singapore' });
  await page.getByLabel('Money goes through an intermediary bank').check();
  await next(page);
  await expect(page.getByText('Its country is required')).toBeVisible();
  await chooseCountry(page, 'Its country', 'US');
  await fill(page, { 'Its name': 'Citibank', 'Its SWIFT code (BIC)': 'citius33' });
  await expectAccessible(page);
  await next(page);
  await expect(page.getByText('To save this bank account, enter the codes we send you.')).toBeVisible();
  // The back button goes one step back and keeps entered values.
  await page.goBack();
  await expect(field(page, 'Account number')).toHaveValue('072-123 4567');
  await next(page);
  await prove(page, backend);
  await expect(page.getByRole('heading', { name: 'Your bank account is saved' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByText('You go on to your bank accounts')).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to bank accounts' }).click();
  await expect(card(page, 'Salary').getByText('Active')).toBeVisible();
  await expect(card(page, 'Salary').getByText('0721234567')).toBeVisible();
  await expect(card(page, 'Salary').getByText(/Payouts leave from .*Singapore time/)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/bank-account');
  await card(page, 'Salary').getByRole('button', { name: 'Make default: Salary' }).click();
  await expect(page.getByText('Salary is your default now')).toBeVisible();
  await expect(card(other, 'Salary').getByText('Default', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await card(page, 'Salary').getByRole('link', { name: 'Edit Salary' }).click();
  await expect(field(page, 'Account number')).toHaveValue('0721234567');
  await fill(page, { 'Name for this account': 'Savings', 'Account number': '0721234568' });
  await backend.advanceClock(61);
  await next(page);
  await expect(page.getByText('To change this bank account, enter the codes we send you.')).toBeVisible();
  await prove(page, backend);
  await expect(page.getByText('You go on to your bank accounts in 3 seconds.')).toBeVisible();
  await expect(page).toHaveURL(/\/bank-account$/);
  await expect(card(page, 'Savings').getByText('0721234568')).toBeVisible();
  await expect(card(other, 'Savings').getByText('0721234568')).toBeVisible();

  await card(page, 'Savings').getByRole('button', { name: 'Delete Savings' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await card(page, 'Savings').getByRole('button', { name: 'Delete Savings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No bank account yet')).toBeVisible();
  await expect(other.getByText('No bank account yet')).toBeVisible();
  await page.goto('/security-setting');
  for (const done of ['saved', 'changed', 'deleted'])
    await expect(page.getByText(`Bank account ${done}`)).toBeVisible();
});

test('each method has its own fields, and reports their errors', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend);
  await page.goto('/add-bank-account');
  await choose(page, 'TH', 'GBP', 'FPS');
  await expect(page.getByText('We can’t pay out to this country that way.')).toBeVisible();
  await choose(page, 'GB', 'GBP', 'FPS');
  await expect(field(page, 'Sort code')).toBeVisible();

  await choose(page, 'US', 'USD', 'ACH');
  await fill(page, {
    'Name for this account': 'Checking',
    'Account holder': 'Mei Tan',
    'ABA routing number': '021000022',
    'Account number': '123456789',
  });
  await field(page, 'Kind of account').selectOption('Checking');
  await field(page, 'Bank').selectOption('Another bank');
  await field(page, 'Name of the bank').fill('First Bank of Nowhere');
  await next(page);
  await expect(page.getByText('its check digits don’t match')).toBeVisible();
  await field(page, 'ABA routing number').fill('021 000 021');
  await save(page, backend);
  await expect(card(page, 'Checking').getByText('021000021')).toBeVisible();

  await page.goto('/add-bank-account');
  await choose(page, 'DE', 'EUR', 'SEPA');
  await fill(page, {
    'Name for this account': 'Euro',
    'Account holder': 'Mei Tan',
    IBAN: 'DE88 3704 0044 0532 0130 00',
  });
  await next(page);
  await expect(page.getByText('its check digits don’t match')).toBeVisible();
  await field(page, 'IBAN').fill('FR14 2004 1010 0505 0001 3M02 606');
  await expect(page.getByText('This IBAN is of another country than the bank')).toBeVisible();
  await field(page, 'IBAN').fill('DE89 3704 0044 0532 0130 00');
  await backend.advanceClock(61);
  await save(page, backend);
  await expect(card(page, 'Euro').getByText('DE89370400440532013000')).toBeVisible();

  // Values of another method do not appear in this form.
  await page.goto('/add-bank-account');
  await choose(page, 'SG', 'SGD');
  await page.getByLabel('Money goes through an intermediary bank').check();
  await choose(page, 'HK', 'HKD', 'FPS');
  await field(page, 'Bank').selectOption('HSBC');
  await fill(page, { 'Name for this account': 'Rent', 'Account holder': 'Mei Tan', 'Account number': '123456789' });
  await expect(field(page, 'Bank code')).toHaveValue('004');
  await backend.advanceClock(61);
  await save(page, backend);
  await expect(card(page, 'Rent').getByText('HSBC · Hong Kong · HKD · FPS')).toBeVisible();
  await hongKong(page, 'Again', '123456789');
  await next(page);
  await expect(page.getByText('You have saved this account already')).toBeVisible();
  await expect(field(page, 'Name for this account')).toHaveValue('Again');

  await hongKong(page, 'Unknown', '987654321', 'Blocked Trading Ltd');
  await backend.advanceClock(61);
  await save(page, backend);
  await expect(card(page, 'Unknown').getByText('Denied')).toBeVisible();
  await expect(card(page, 'Unknown').getByText('We do not pay out to it')).toBeVisible();

  const line =
    (await backend.operator('bank-accounts', demo.mei.email)).split('\n').find((each) => each.includes('Rent')) ?? '';
  const [id = ''] = line.split('\t');
  await backend.operator('disable', id);
  await expect(card(page, 'Rent').getByText('Disabled')).toBeVisible();
  await page.goto(`/edit-bank-account?id=${id}`);
  await expect(page.getByText('This account can’t be changed as it is now.')).toBeVisible();
  await page.goto('/edit-bank-account?id=bnk_none');
  await expect(page.getByText('There is no such bank account.')).toBeVisible();
});

test(
  'an unverified customer sees a notice, and failed requests show an error and keep entered values',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend, demo.somchai.email);
    await hongKong(page, 'Rent', '123456789');
    await next(page);
    await expect(page.getByRole('alert').getByText('Your identity must be verified')).toBeVisible();
    await expect(page.getByRole('alert').getByRole('link', { name: 'Account info' })).toBeVisible();
    await expect(field(page, 'Account number')).toHaveValue('123456789');

    await page.route('**/api/bank-account/**', (route) => route.abort());
    await choose(page, 'SG', 'SGD');
    await expect(page.getByText('What this bank account needs can’t be shown right now.')).toBeVisible();
    await page.unroute('**/api/bank-account/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(field(page, 'Purpose of transfers')).toBeVisible();
    await page.route('**/api/bank-account/list', (route) => route.abort());
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Your bank accounts can’t be shown right now.')).toBeVisible();
  },
);
