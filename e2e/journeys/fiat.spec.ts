import type { Page } from '@playwright/test';
import { subtract } from '@wusd/api-sdk/money';
import { declare, payOut, reviewPayout, typeAccount, type Way, ways, chooseRecipient } from '../support/banking.ts';
import {
  available,
  type Backend,
  beginFromWallet,
  beginSession,
  demo,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../support/journey.ts';
import { happen, nextDay, prove } from '../support/withdrawing.ts';

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 advice') });

test('a wire is declared with its receipt, received with a shortfall, and credited at the received amount', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  const other = await context.newPage();
  await other.goto('/wallet');
  await beginFromWallet(page, 'Deposit', 'bank');
  await expect(page.getByText('18,250.00 USD')).toBeVisible();
  await page.getByLabel('Currency').selectOption('EUR');
  await page.getByLabel('Bank', { exact: true }).selectOption('Banque de la Moselle');
  await expect(page.getByText('LU28 0019 4006 4475 0000')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy IBAN' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^WU\d{9}$/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await expect(page.getByText('Amount you sent, in EUR is required')).toBeVisible();
  const amount = page.getByLabel('Amount you sent, in EUR');
  await expect(amount).toBeFocused();
  await amount.fill('1,00');
  await expect(page.getByText('Enter an amount such as 1000')).toBeVisible();
  await amount.fill('2');
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await expect(page.getByRole('alert').getByText('This is below the minimum amount.')).toBeVisible();
  await page.getByLabel('Remark (optional)').fill('x'.repeat(141));
  await expect(page.getByText('At most 140 characters.')).toBeVisible();
  await page.getByLabel('Remark (optional)').fill('From my savings');
  await page.getByRole('button', { name: /^Receipts/ }).setInputFiles([pdf('advice.pdf'), pdf('scan.gif')]);
  await expect(page.getByText('Not a JPG, PNG, or PDF file.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove scan.gif' }).click();
  await page.getByRole('button', { name: /^Receipts/ }).setInputFiles({ ...pdf('photo.jpg') });
  await amount.fill('1000.00');
  // The server's error about a file is shown beside it, and other values are kept.
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await expect(page.getByText('Not a JPG, PNG, or PDF file.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo.jpg' }).click();
  await expect(amount).toHaveValue('1000.00');
  await page.getByRole('button', { name: 'I have sent it' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your transfer' })).toBeVisible();
  await expect(page.getByText('1 file attached')).toBeVisible();
  // The result page repeats the reference, and shows the next step and the responsible party.
  await expect(page.getByRole('img', { name: /^WU\d{9}$/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Expected.*by you/ })).toBeVisible();
  await expect(page.getByText('Received by the bank')).toBeVisible();
  await expect(page.getByText('From my savings')).toBeVisible();
  await expectAccessible(page);

  await happen(page, 'Wire less');
  await expect(page.getByRole('heading', { name: 'Your deposit has arrived' })).toBeVisible();
  await expect(page.getByText('Shortfall of 100.00 EUR')).toBeVisible();
  await expect(page.getByText('Credited to your wallet')).toBeVisible();
  await expect(available(other, 'EUR')).toHaveText(/900\.00/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-ftx_\w+\.pdf$/);
  await page.getByRole('link', { name: 'All deposits' }).click();
  await expect(page).toHaveURL(/\/wallet-history\?kind=fiat-deposit$/);
  await page.goto('/fiat-deposit');
  await page.getByRole('button', { name: /900\.00 EUR.*Completed/ }).click();
  await expect(page).toHaveURL(/\/view-fiat-deposit\?transaction=ftx_/);
  await expect(page.getByText('You told us', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test(
  'a declared wire is cancelled, another arrives with a higher amount, and a third from a risky sender is reviewed',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    await declare(page, ways.swift, '300.00');
    await page.getByRole('button', { name: 'Cancel deposit' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Cancel deposit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel deposit' }).click();
    await expect(page.getByRole('heading', { name: 'Deposit cancelled' })).toBeVisible();
    await declare(page, ways.swift, '400.00');
    await happen(page, 'Wire more');
    await expect(page.getByText('Excess of 40.00 SGD')).toBeVisible();
    await declare(page, ways.swift, '500.00');
    await happen(page, 'Wire it from a risky sender');
    await expect(page.getByText('Our compliance team looks at where this transfer came from.').first()).toBeVisible();
    await happen(page, 'Reject');
    await expect(page.getByText('We reviewed it and couldn’t accept it.').first()).toBeVisible();
    await page.goto('/view-fiat-deposit?transaction=ftx_00000000000000000000000000');
    await expect(page.getByText('There is no such transaction.')).toBeVisible();
    await page.goto('/result/fiat-deposit-success');
    await expect(page.getByRole('heading', { name: 'Waiting for your transfer' })).toBeVisible();
    await page.goto('/view-fiat-withdraw?transaction=other');
    await expect(page.getByText('There is no such transaction.')).toBeVisible();
  },
);

test('fiat is withdrawn: an account is added during the form, reviewed in full, verified, paid, and returned', async ({
  page,
  backend,
}) => {
  await signIn(page, backend);
  await beginFromWallet(page, 'Withdraw', 'bank');
  await expect(page.getByText('You have no active bank account yet.')).toBeVisible();
  await expect(page.getByText('A withdrawal to a bank shows here')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Amount that arrives').fill('100.00');
  // A new account can be entered in this form, or saved on its own page, which returns here.
  await page.getByRole('button', { name: 'New bank account' }).click();
  await expect(page.getByLabel('Country of the bank')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose a saved account' }).click();
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('100.00');
  await page.goto('/add-bank-account?from=withdraw');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/fiat-withdraw$/);
  await page.goto('/add-bank-account?from=withdraw');
  await typeAccount(page, ways.swift, 'Salary');
  await prove(page, backend);
  await expect(page.getByText('You go back to your withdrawal in 3 seconds.')).toBeVisible();
  await expect(page).toHaveURL(/\/fiat-withdraw$/);
  // The added account is selected.
  await expect(page.getByLabel('To', { exact: true }).locator('option:checked')).toHaveText(/^Salary •••• 4567/);
  await page.getByLabel('Amount that arrives').fill('100.00');
  await page.getByLabel('To', { exact: true }).selectOption('');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Recipient is required')).toBeVisible();
  await page.getByLabel('To', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Max: withdraw all, less the fee' }).click();
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('4285.80');
  await page.getByLabel('Amount that arrives').fill('4285.81');
  await expect(page.getByText('At most 4,285.80 SGD can be withdrawn now')).toBeVisible();
  await page.getByLabel('Amount that arrives').fill('5');
  await expect(page.getByText('Withdraw at least 10.00 SGD')).toBeVisible();
  await page.getByLabel('Purpose of transfer (optional)').fill('x'.repeat(141));
  await expect(page.getByText('At most 140 characters.')).toBeVisible();
  await page.getByLabel('Purpose of transfer (optional)').fill('Rent');
  await page.getByLabel('Amount that arrives').fill('100.00');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('This account was saved or changed less than 24 hours ago.')).toBeVisible();
  await expect(page.getByRole('img', { name: '0721234567' })).toBeVisible();
  await expect(page.getByText('Rent')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit: Arrives' }).click();
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('100.00');
  await backend.advanceClock(61);
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Withdraw 100.00 SGD' }).click();
  await prove(page, backend);
  await expect(page.getByRole('heading', { name: /^Scheduled for / })).toBeVisible();
  await expect(page.getByText(/It leaves at .*Singapore time/)).toBeVisible();
  await expectAccessible(page);
  // The account can't be deleted while a withdrawal uses it.
  await page.goto('/bank-account');
  await page.getByRole('button', { name: 'Delete Salary' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('A payout to this destination is under way.')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Salary' }).click();
  await page.getByLabel('Account number').fill('0721234568');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('A payout to this destination is under way.')).toBeVisible();

  await nextDay(page, backend);
  await beginFromWallet(page, 'Withdraw', 'bank');
  await page.getByRole('button', { name: /100\.00 SGD.*(Processing|Completed)/ }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-ftx_\w+\.pdf$/);
  await happen(page, 'Send it back');
  await expect(page.getByText('The receiving bank sent it back.')).toBeVisible();
  await page.getByRole('link', { name: 'All withdrawals' }).click();
  await reviewPayout(page, ways.swift, 'Salary', '20.00');
  await expect(page.getByText('Last used')).toBeVisible();
});

test.describe('by hand', () => {
  test.use({ serverEnv: { WUSD_SANDBOX_PACE: 'manual' } });

  test('a bank rejects one payout and pays another', { tag: '@long' }, async ({ page, backend }) => {
    await beginSession(page, backend);
    await page.goto('/add-bank-account?from=withdraw');
    await typeAccount(page, ways.swift, 'Salary');
    await prove(page, backend);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await nextDay(page, backend);
    await payOut(page, backend, ways.swift, 'Salary', '30.00');
    await expect(page.getByText('Processing').first()).toBeVisible();
    await happen(page, 'Let its bank refuse it');
    await expect(page.getByText('Our bank did not carry it out. Nothing has left.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Withdrawal failed, money returned' })).toBeVisible();
    await payOut(page, backend, ways.swift, 'Salary', '31.00');
    await expect(page.getByText('Processing').first()).toBeVisible();
    await happen(page, 'Let its bank pay it');
    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    await page.route('**/api/fiat-transaction/search', (route) => route.abort());
    await page.route('**/api/bank-account/list', (route) => route.abort());
    await page.goto('/fiat-withdraw');
    await expect(page.getByText('Your withdrawals can’t be shown right now.')).toBeVisible();
    await expect(page.getByText('Where you can withdraw to can’t be shown right now.')).toBeVisible();
    // The recommended bank is preselected, so its account details are requested at once.
    await page.route('**/api/fiat-transaction/get-deposit-account/**', (route) => route.abort());
    await page.goto('/fiat-deposit');
    await expect(page.getByText('Your deposits can’t be shown right now.')).toBeVisible();
    await expect(page.getByText('The account can’t be shown right now.')).toBeVisible();
  });
});

/** From a declared wire to a payout at the customer's bank. */
async function thereAndBack(
  page: Page,
  backend: Backend,
  all: Way[],
  who: { phone: string; email: string },
): Promise<void> {
  for (const way of all) {
    await backend.advanceClock(61);
    await page.goto('/add-bank-account');
    await typeAccount(page, way, `${way.rail} ${way.currency}`);
    await prove(page, backend, who);
    await expect(page.getByRole('heading', { name: 'Your bank account is saved' })).toBeVisible();
  }
  await nextDay(page, backend, who.email);
  for (const way of all) {
    await declare(page, way, '200.00');
    await happen(page, 'Wire it');
    await expect(page.getByRole('heading', { name: 'Your deposit has arrived' })).toBeVisible();
    await payOut(page, backend, way, `${way.rail} ${way.currency}`, '100.00', who);
    await happen(page, 'Let its bank pay it');
    await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
    const left = subtract('100.00', way.fee);
    await page.goto('/fiat-withdraw');
    await chooseRecipient(page, `${way.rail} ${way.currency}`);
    await expect(page.getByText(new RegExp(`^Available: [\\d,]*${left} ${way.currency}`))).toBeVisible();
  }
  expect(await backend.operator('reconcile')).toContain('No differences found.');
}

test.describe('from a wire to money at a bank', () => {
  test.use({ serverEnv: { WUSD_SANDBOX_PACE: 'manual' } });

  test('an individual, by SEPA, Hong Kong’s and Britain’s FPS', { tag: '@long' }, async ({ page, backend }) => {
    await signIn(page, backend);
    await thereAndBack(page, backend, [ways.sepa, ways.fps, ways.fasterPayments], demo.mei);
  });

  test('a company, by SWIFT and ACH', { tag: '@long' }, async ({ page, backend }) => {
    await backend.operator('verify', demo.harbour.email);
    await beginSession(page, backend, demo.harbour.email);
    await page.goto('/wallet');
    await thereAndBack(page, backend, [ways.swift, ways.ach], demo.harbour);
  });
});

test('a wire is declared by keyboard alone', async ({ page, backend }) => {
  await beginSession(page, backend);
  await page.goto('/fiat-deposit');
  await page.getByLabel('Currency').focus();
  // A list selects an option by its first letters.
  await page.keyboard.type('SGD');
  await page.keyboard.press('Tab');
  await page.keyboard.type('DBS');
  await expect(page.getByRole('heading', { name: 'Payment reference' })).toBeVisible();
  const amount = page.getByLabel('Amount you sent, in SGD');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(amount).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.type('500.00');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Savings');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Waiting for your transfer' })).toBeVisible();
  await expect(page.getByText('Savings')).toBeVisible();
});

test('an unverified customer sees a notice instead of bank details', { tag: '@long' }, async ({ page, backend }) => {
  await beginSession(page, backend, demo.somchai.email);
  await page.goto('/fiat-deposit');
  await page.getByLabel('Currency').selectOption('THB');
  await page.getByLabel('Bank', { exact: true }).selectOption('DBS');
  await expect(
    page.getByText('Your identity must be verified before money can move', { exact: false }).first(),
  ).toBeVisible();
});
