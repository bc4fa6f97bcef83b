import {
  available,
  beginFromWallet,
  beginSession,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../support/journey.ts';
import {
  destination,
  happen,
  nextDay,
  prove,
  review,
  saveAddress,
  typeAddress,
  withdraw,
} from '../support/withdrawing.ts';

test('crypto is withdrawn to a saved address, reviewed in full, verified, followed to its end, with a receipt', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  await beginFromWallet(page, 'Withdraw', 'crypto wallet');
  await expect(page.getByText('No saved address takes WUSD yet.')).toBeVisible();
  await expect(page.getByText('Nothing has been withdrawn yet.')).toBeVisible();
  await expectAccessible(page);
  // Questions and answers are shown beside the form.
  const help = page.getByRole('region', { name: 'Help' });
  await help.getByText('What is a memo or destination tag?').click();
  await expect(help.getByText(/^Where many customers share one address/)).toBeVisible();
  await help.getByText('What is a cooldown period?').click();
  await expect(help.getByText(/withdrawals are closed for 24 hours/)).toBeVisible();
  await expectAccessible(page);
  // A new address can be entered in this form, or saved on its own page, which returns here.
  await page.getByLabel('Amount that arrives').fill('33.00');
  await page.getByRole('button', { name: 'New address' }).click();
  await expect(page.getByLabel('Network', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose a saved address' }).click();
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('33.00');
  await page.goto('/blockchain?add&from=withdraw');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/crypto-withdraw$/);
  await page.goto('/blockchain?add&from=withdraw');
  await typeAddress(page);
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await prove(page, backend);
  await expect(page).toHaveURL(/\/crypto-withdraw$/);
  await expect(page.getByLabel('To', { exact: true }).locator('option:checked')).toHaveText(/^Cold storage · Ethereum/);
  await nextDay(page, backend);
  const other = await context.newPage();
  await other.goto('/wallet');

  await page.goto('/crypto-withdraw');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('Recipient is required')).toBeVisible();
  await expect(page.getByText('Amount that arrives is required')).toBeVisible();
  await page.getByLabel('To', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Amount that arrives').fill('1,00');
  await expect(page.getByText('Enter an amount such as 1000')).toBeVisible();
  await page.getByRole('button', { name: 'Max: withdraw all, less the fee' }).click();
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('12475.50');
  await page.getByLabel('Amount that arrives').fill('12475.51');
  await expect(page.getByText('With the fee, at most 12,475.50 WUSD can be withdrawn')).toBeVisible();
  await page.getByLabel('Amount that arrives').fill('5');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('alert').getByText('This is below the minimum amount.')).toBeVisible();
  await page.getByLabel('Amount that arrives').fill('250.00');
  await expect(page.getByText('255.00 WUSD')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review your withdrawal' })).toBeFocused();
  await expect(page.getByRole('img', { name: destination })).toBeVisible();
  await expectAccessible(page);
  // The edit link goes one step back and keeps entered values.
  await page.getByRole('button', { name: 'Edit: Arrives' }).click();
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('250.00');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Withdraw 250.00 WUSD' }).click();
  await expect(page.getByText('To withdraw, enter the codes we send you.')).toBeVisible();
  await prove(page, backend);
  await expect(
    page.getByRole('heading', { name: /^(Your withdrawal is on its way|Withdrawal completed|Scheduled for .*)$/ }),
  ).toBeVisible();
  await expect(available(other, 'WUSD')).toHaveText(/12,225\.50/);
  await expect(page.getByText('Completed').first()).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-ctx_\w+\.pdf$/);
  await expect(page.getByRole('heading', { name: 'Withdrawal completed' })).toBeVisible();
  // A reload shows the current state. A URL without an id shows a general text.
  await page.reload();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await page.goto('/result/crypto-withdraw-success?transaction=%3Cb%3E');
  await page.getByRole('link', { name: 'All withdrawals' }).click();
  await expect(page).toHaveURL(/\/wallet-history\?kind=crypto-withdrawal$/);
  await page.goto('/crypto-withdraw');
  await page.getByRole('button', { name: /250\.00 WUSD.*Completed/ }).click();
  await expect(page.getByRole('dialog', { name: 'Withdrawal' }).getByText('Network fee')).toBeVisible();
  await page.getByRole('link', { name: 'Send again' }).click();
  await expect(page).toHaveURL(/\/crypto-withdraw$/);
  await expect(page.getByLabel('Amount that arrives')).toHaveValue('250.00');
  await expect(page.getByLabel('To', { exact: true }).locator('option:checked')).toHaveText(/^Cold storage · Ethereum/);
  await review(page, '20.00');
  await expect(page.getByText('Last used')).toBeVisible();
});

test('a withdrawal to a new address is held for a day, and is cancelled during that time', async ({
  page,
  backend,
}) => {
  await beginSession(page, backend);
  await saveAddress(page, backend);
  await withdraw(page, backend, '30.00');
  await expect(
    page.getByText('This address was saved less than 24 hours ago. You can cancel until then.').first(),
  ).toBeVisible();
  await expect(page.getByText(/It leaves at .*Singapore time/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Withdrawal cancelled' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to wallet' }).click();
  await expect(available(page, 'WUSD')).toHaveText(/12,480\.50/);
  // The address could not be deleted while in use; now it can.
  await page.goto('/blockchain');
  await expect(page.getByRole('button', { name: 'Delete Cold storage' })).toBeVisible();
});

test.describe('by hand', () => {
  test.use({ serverEnv: { WUSD_SANDBOX_PACE: 'manual' } });

  test(
    'a withdrawal is dropped by its network and sent again, then rejected, and the money is returned',
    { tag: '@long' },
    async ({ page, backend }) => {
      await beginSession(page, backend);
      await saveAddress(page, backend);
      await nextDay(page, backend);
      await withdraw(page, backend, '40.00');
      await expect(page.getByText('Processing').first()).toBeVisible();
      await page.goto('/blockchain');
      await page.getByRole('button', { name: 'Delete Cold storage' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(page.getByText('A payout to this destination is under way.')).toBeVisible();
      await page.goto('/crypto-withdraw');
      await happen(page, 'Let its network forget it');
      await happen(page, 'Let its network confirm it');
      await expect(page.getByRole('button', { name: /40\.00 WUSD.*Completed/ })).toBeVisible();

      await withdraw(page, backend, '41.00');
      await expect(page.getByText('Processing').first()).toBeVisible();
      await happen(page, 'Let its network refuse it');
      await expect(page.getByText('Failed').first()).toBeVisible();
      await expect(page.getByText('Nothing has left.')).toBeVisible();
    },
  );
});

test(
  'a withdrawal under manual review is rejected, and another can be cancelled',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await saveAddress(page, backend);
    await withdraw(page, backend, '50.00');
    const id = /ctx_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
    await backend.operator('reject', id, '--reason', 'compliance-review');
    await expect(page.getByText('Rejected').first()).toBeVisible();
    await expect(page.getByText('could not approve it')).toBeVisible();
    await page.route('**/api/crypto-transaction/search', (route) => route.abort());
    await page.goto('/crypto-withdraw');
    await expect(page.getByText('Your withdrawals can’t be shown right now.')).toBeVisible();
  },
);
