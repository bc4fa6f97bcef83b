import { typeAccount, ways } from '../support/banking.ts';
import { available, beginSession, expect, expectAccessible, test } from '../support/journey.ts';
import { nextDay, prove } from '../support/withdrawing.ts';

test(
  'incoming WUSD is paid out automatically: enabled with codes, tracked, stopped with a reason, and disabled',
  { tag: '@long' },
  async ({ page, context, backend }) => {
    await beginSession(page, backend);
    await page.goto('/security-setting');
    // The cookie notice covers part of the last link in the side column.
    await page.getByRole('button', { name: 'Agree' }).click();
    await page.getByRole('button', { name: 'Turn on auto-redemption' }).click();
    await expect(page.getByText('Choose an active default bank account that takes US dollars.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to bank accounts' }).click();
    await page.getByRole('button', { name: 'Add a bank account' }).click();
    await typeAccount(page, ways.ach, 'Chase');
    await prove(page, backend);
    await page.getByRole('link', { name: 'Go to bank accounts' }).click();
    await page.getByRole('button', { name: 'Make default: Chase' }).click();
    await expect(page.getByText('Chase is your default now')).toBeVisible();
    await nextDay(page, backend);

    await page.goto('/security-setting');
    await page.getByRole('button', { name: 'Turn on auto-redemption' }).click();
    await expect(page.getByText('To turn on auto-redemption, enter the codes we send you.')).toBeVisible();
    await prove(page, backend);
    await expect(page.getByRole('heading', { name: 'Auto-redemption is on' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to security setting' }).click();
    const other = await context.newPage();
    await other.goto('/wallet');
    await backend.receive({ currency: 'WUSD', amount: '250.00' });
    const runs = page.getByRole('list', { name: 'Latest runs' });
    await expect(runs.getByRole('link', { name: 'See its payout' })).toBeVisible();
    await backend.receive({ currency: 'WUSD', amount: '5.00' }, { networkId: 4 });
    await expect(runs.getByText('It is too little or too much')).toBeVisible();
    await expectAccessible(page);
    await expect(available(other, 'WUSD')).toHaveText(/12,485\.50/);
    await runs.getByRole('link', { name: 'See its payout' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible();
    await expect(page.getByText('249.00 USD')).toBeVisible();

    // The history contains each run with its outcome. Swapped and paid-out amounts count towards the limits.
    await page.goto('/wallet-history?kind=auto-redemption');
    await page.getByRole('button', { name: /Auto-redemption .*\+?−250\.00 WUSD/ }).click();
    const run = page.getByRole('dialog', { name: 'Auto-redemption' });
    await expect(run.getByText('Deposit', { exact: true })).toBeVisible();
    await expect(run.getByText('Swap to US dollars')).toBeVisible();
    await expectAccessible(page);
    await run.getByRole('link', { name: /^ftx_/ }).click();
    await expect(page.getByRole('dialog', { name: 'Details' }).getByText('249.00 USD')).toBeVisible();
    await page.goto('/wallet-history?kind=auto-redemption&status=failed');
    await page.getByRole('button', { name: /Auto-redemption .*5\.00 WUSD/ }).click();
    await expect(run.getByRole('heading', { name: 'Why it stopped' })).toBeVisible();
    await expect(run.getByText('Not yet').first()).toBeVisible();
    await page.goto('/limits');
    await expect(page.getByText(/^more from /).first()).toBeVisible();
    await expectAccessible(page);

    await page.goto('/wallet');
    await page.getByRole('button', { name: 'Turn off auto-redemption' }).click();
    await page.getByRole('button', { name: 'Keep it on' }).click();
    await page.getByRole('button', { name: 'Turn off auto-redemption' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off auto-redemption' }).click();
    await expect(page.getByRole('button', { name: 'Turn on auto-redemption' })).toBeVisible();
    await page.goto('/security-setting');
    for (const what of ['on', 'off']) await expect(page.getByText(`Auto-redemption turned ${what}`)).toBeVisible();
    await page.route('**/api/wallet-account/auto-redemption/display', (route) => route.abort());
    await page.reload();
    await expect(page.getByText('Auto-redemption can’t be shown right now.')).toBeVisible();
  },
);
