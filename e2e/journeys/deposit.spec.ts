import type { Page } from '@playwright/test';
import {
  available,
  type Backend,
  beginFromWallet,
  beginSession,
  cutOff,
  demo,
  expect,
  expectAccessible,
  signIn,
  test,
} from '../support/journey.ts';

/** Opens the deposit page from the wallet. */
async function openDeposits(page: Page, backend: Backend): Promise<void> {
  await signIn(page, backend);
  await beginFromWallet(page, 'Deposit', 'crypto wallet');
  await expect(page.getByRole('heading', { level: 1, name: 'Deposit crypto' })).toBeVisible();
}
const network = (page: Page) => page.getByLabel('Network', { exact: true });
const deposit = (page: Page, name: RegExp) => page.getByRole('button', { name });
const detail = (page: Page) => page.getByRole('dialog', { name: 'Deposit' });
const sandbox = (page: Page) => page.getByRole('dialog', { name: 'Sandbox' });

test('a deposit is shown once its network includes it, counts confirmations, is credited, and has a receipt', async ({
  page,
  context,
  backend,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDeposits(page, backend);
  await expect(network(page).locator('option:checked')).toHaveText('Choose a network');
  await network(page).selectOption('Ethereum');
  await expect(page.getByText('Send only WUSD on Ethereum to this address.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText('Copied the address')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await expect(page.getByText('10.00 WUSD', { exact: true })).toBeVisible();
  await expect(page.getByText('12 blocks')).toBeVisible();
  await expect(page.getByText(/^5 to 20 minutes/)).toBeVisible();
  // Selecting the address gives one line.
  const address = page.getByRole('img', { name: /^0x[0-9a-fA-F]{40}$/ });
  const selected = await address.evaluate((each) => {
    getSelection()?.selectAllChildren(each);
    return getSelection()?.toString();
  });
  expect(selected).toMatch(/^0x[0-9a-fA-F]{40}$/);

  // The URL contains the selection: a reload keeps it, and only supported networks are offered.
  await page.reload();
  await expect(network(page).locator('option:checked')).toHaveText('Ethereum');
  await page.getByLabel('Currency', { exact: true }).selectOption('USDT');
  await expect(page.getByText('Send only USDT on Ethereum')).toBeVisible();
  await page.getByLabel('Currency', { exact: true }).selectOption('WUSD');
  await expect(network(page).locator('option:checked')).toHaveText('Ethereum');

  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(available(other, 'WUSD')).toHaveText(/12,480\.50/);
  await backend.receive({ currency: 'WUSD', amount: '250.00' });
  await expect(deposit(page, /250\.00 WUSD.*of 12 confirmations.*Processing/)).toBeVisible();
  await expect(deposit(page, /250\.00 WUSD.*Completed/)).toBeVisible();
  await expect(available(other, 'WUSD')).toHaveText(/12,730\.50/);
  await other.close();

  await deposit(page, /250\.00 WUSD.*Completed/).click();
  await expect(detail(page).getByText('12 of 12 confirmations')).toBeVisible();
  await expect(detail(page).getByRole('link', { name: 'View on the network’s explorer' })).toHaveAttribute(
    'href',
    /^https:\/\/etherscan\.io\/tx\/0x[0-9a-f]{64}$/,
  );
  await expectAccessible(page);
  await detail(page).getByRole('button', { name: 'Copy the hash' }).click();
  await expect(page.getByText('Copied the hash')).toBeVisible();
  const download = page.waitForEvent('download');
  await detail(page).getByRole('button', { name: 'Download receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-ctx_\w+\.pdf$/);
  await page.keyboard.press('Escape');
  await expect(detail(page)).toBeHidden();
});

test('a risky deposit waits for review, and shows the reason', { tag: '@long' }, async ({ page, backend }) => {
  await openDeposits(page, backend);
  await backend.receive({ currency: 'WUSD', amount: '77.00' }, { outcome: 'high-risk' });
  await deposit(page, /77\.00 WUSD.*To be confirmed/).click();
  await expect(
    detail(page).getByText('Our compliance team looks at where this transfer came from.').first(),
  ).toBeVisible();
  await expect(detail(page).getByText('High', { exact: true })).toBeVisible();
  // The URL of the page behind the drawer contains the deposit.
  const kept = page.url();
  await page.keyboard.press('Escape');
  await page.goto(kept);
  await expect(detail(page)).toBeVisible();
  const id = /ctx_[0-9a-z]{26}/.exec(kept)?.[0] ?? '';
  await backend.operator('reject', id, '--reason', 'source-of-funds');
  await expect(detail(page).getByText('Rejected').first()).toBeVisible();
  await expect(detail(page).getByText('could not accept where it came from')).toBeVisible();
  expect(await backend.newestMail(demo.mei.email)).toContain('was not credited');
});

test.describe('by hand', () => {
  test.use({ serverEnv: { WUSD_SANDBOX_PACE: 'manual' } });

  test(
    'the sandbox confirms a deposit, or reorganises its block away',
    { tag: '@long' },
    async ({ page, context, backend }) => {
      await openDeposits(page, backend);
      await network(page).selectOption('Polygon');
      for (const [amount, does, comesTo] of [
        ['31.00', 'Let its network confirm it', 'Completed'],
        ['32.00', 'Take its block back', 'Failed'],
      ] as const) {
        await page.getByRole('button', { name: 'Sandbox' }).click();
        await sandbox(page).getByLabel('Amount').fill(amount);
        await sandbox(page).getByRole('button', { name: 'Let it arrive' }).click();
        // Offered only for a pending deposit, so the drawer now refers to this deposit.
        await expect(sandbox(page).getByRole('button', { name: 'Let its network confirm it' })).toBeVisible();
        await sandbox(page).getByRole('button', { name: does }).click();
        await page.keyboard.press('Escape');
        await expect(deposit(page, new RegExp(`${amount} WUSD.*Polygon.*${comesTo}`))).toBeVisible();
      }
      await deposit(page, /32\.00/).click();
      await expect(detail(page).getByText('took the transfer’s block back')).toBeVisible();
      await page.keyboard.press('Escape');

      // A deposit that was already credited is deducted from the balance in every tab.
      const other = await context.newPage();
      await other.goto('/wallet');
      await page.getByRole('button', { name: 'Sandbox' }).click();
      await sandbox(page).getByLabel('Amount').fill('33.00');
      await sandbox(page).getByRole('button', { name: 'Let it arrive' }).click();
      await sandbox(page).getByRole('button', { name: 'Let its network confirm it' }).click();
      await expect(available(other, 'WUSD')).toHaveText(/12,544\.50/);
      await sandbox(page).getByRole('button', { name: 'Take its block back' }).click();
      await page.keyboard.press('Escape');
      await expect(deposit(page, /33\.00 WUSD.*Failed/)).toBeVisible();
      await expect(available(other, 'WUSD')).toHaveText(/12,511\.50/);
      await deposit(page, /33\.00/).click();
      await expect(detail(page).getByText('after it was credited')).toBeVisible();
    },
  );
});

test(
  'a deposit without its memo is located by its hash, and reviewed by a person',
  { tag: '@long' },
  async ({ page, backend }) => {
    await openDeposits(page, backend);
    await network(page).selectOption('Stellar');
    await expect(page.getByRole('heading', { name: 'Memo required' })).toBeVisible();
    await expect(page.getByText('Give this memo with every transfer.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy the memo' }).click();
    await page.getByRole('button', { name: 'Locate deposit' }).click();
    await expect(page.getByText('Transaction hash on Stellar is required')).toBeVisible();
    // An unknown hash is searched for without disclosing anything.
    await page.getByLabel('Transaction hash on Stellar').fill('0x00');
    await page.getByLabel('Address you sent from').fill('GBSENDER');
    await page.getByRole('button', { name: 'Locate deposit' }).click();
    await expect(
      detail(page)
        .getByText(/We.re looking for this transaction\./)
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(deposit(page, /Amount not disclosed.*Stellar.*Processing/)).toBeVisible();
    const hash = await backend.receive(
      { currency: 'WUSD', amount: '42.00' },
      { networkId: 12, outcome: 'missing-memo' },
    );
    await page.getByLabel('Transaction hash on Stellar').fill(hash);
    await page.getByRole('button', { name: 'Locate deposit' }).click();
    await expect(detail(page).getByText('It came without your memo').first()).toBeVisible();
    await expect(detail(page).getByText('Amount not disclosed')).toBeVisible();
    await expect(detail(page).getByText('42.00')).toBeHidden();
    await backend.operator('approve', /ctx_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '');
    await expect(detail(page).getByText('Completed').first()).toBeVisible();
    await expect(detail(page).getByText('42.00 WUSD')).toBeVisible();
    await page.keyboard.press('Escape');

    await network(page).selectOption('Ethereum');
    await page.getByLabel('Transaction hash on Ethereum').fill('0x12');
    await page.getByRole('button', { name: 'Locate deposit' }).click();
    await expect(page.getByText('On Ethereum a hash is 0x followed by 64 digits')).toBeVisible();
    await expect(page.getByLabel('Transaction hash on Ethereum')).toHaveValue('0x12');

    await page.goto('/wallet-history');
    await expect(page.getByText('Amount not disclosed').first()).toBeVisible();
  },
);

test(
  'an empty deposit list says so, and failed requests show an error and can be retried',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend, demo.somchai.email);
    await page.goto('/crypto-deposit');
    await expect(page.getByText('Nothing has arrived yet')).toBeVisible();
    await page.goto(`/crypto-deposit?network=3&transaction=ctx_${'0'.repeat(26)}`);
    await expect(page.getByText('There is no such transaction.')).toBeVisible();
    await page.keyboard.press('Escape');
    // Bank details are hidden until the customer is verified, and the page updates after the verification.
    await expect(page.getByRole('alert').getByText('Your identity must be verified')).toBeVisible();
    await expect(page.getByRole('alert').getByRole('link', { name: 'Account info' })).toBeVisible();
    await expectAccessible(page);
    await backend.operator('verify', demo.somchai.email);
    await expect(page.getByText('Your Ethereum address')).toBeVisible();

    const restore = await cutOff(page, /\/api\/(crypto-transaction|wallet-account\/deposit-address)\//);
    await page.reload();
    await expect(page.getByText('Your address can’t be shown right now.')).toBeVisible();
    await expect(page.getByText('Your deposits can’t be shown right now.')).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByText('Your Ethereum address')).toBeVisible();
  },
);
