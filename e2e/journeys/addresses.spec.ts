import { riskyAddress, memoRequiredAddress } from '@wusd/api/testing/risky-address';
import type { Page } from '@playwright/test';
import { type Backend, beginSession, demo, expect, expectAccessible, test } from '../support/journey.ts';
import { nextDay, prove, review } from '../support/withdrawing.ts';

// Example addresses from the documentation of Stellar and Ethereum.
const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const ethereum = '0x52908400098527886E0F7030069857D2E4169EE7';
const lookalike = '0x5290aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa9ee7';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
async function type(page: Page, network: string, address: string, label: string): Promise<void> {
  await field(page, 'Network').selectOption(network);
  await field(page, 'Address').fill(address);
  await field(page, 'Name').fill(label);
  await page.getByRole('button', { name: 'Continue' }).click();
}
/** Completes an action from its review. */
async function confirm(page: Page, backend: Backend): Promise<void> {
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await prove(page, backend);
}
const card = (page: Page, name: string) => page.getByRole('article', { name });

test(
  'an address is saved, screened, held for a day, copied, and deleted, in every tab',
  { tag: '@long' },
  async ({ page, context, backend }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await beginSession(page, backend);
    await page.goto('/blockchain');
    await expect(page.getByText('No addresses yet')).toBeVisible();
    await expectAccessible(page);
    const other = await context.newPage();
    await other.goto('/blockchain');

    await page.getByRole('button', { name: 'Add address' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('is required')).toHaveCount(3);
    await type(page, 'Ethereum', ethereum.slice(0, -1), 'Cold storage');
    await expect(page.getByText('Invalid Address. Check it against the network you chose.')).toBeVisible();
    for (const [address, refusal] of [
      ['0x0000000000000000000000000000000000000000', 'No one can spend from this address'],
      ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'This is a token contract, not a wallet.'],
    ] as const) {
      await field(page, 'Address').fill(address);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText(refusal)).toBeVisible();
      await expect(field(page, 'Address')).toHaveAttribute('aria-invalid', 'true');
    }
    await field(page, 'Address').fill(ethereum.slice(0, -1));
    // Entered values survive everything except a reload.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(field(page, 'Name')).toHaveValue('Cold storage');
    await field(page, 'Address').fill(ethereum);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Check the address' })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirm(page, backend);
    await expect(page.getByText('Address saved')).toBeVisible();
    await expect(page).toHaveURL(/\/blockchain$/);
    await expect(card(page, 'Cold storage').getByText('Active')).toBeVisible();
    await expect(card(page, 'Cold storage').getByText(/Payouts leave from .*Singapore time/)).toBeVisible();
    await expect(card(other, 'Cold storage').getByText('Active')).toBeVisible();
    await card(page, 'Cold storage').getByRole('button', { name: 'Copy the address' }).click();
    await expect(page.getByText('Copied the address')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(ethereum);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Add address' }).click();
    await type(page, 'Ethereum', ethereum.toLowerCase(), 'Again');
    await expect(page.getByText('You have saved this address already')).toBeVisible();
    await field(page, 'Address').fill(lookalike);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').getByText(/begins and ends like “Cold storage”/)).toBeVisible();

    await page.goto('/blockchain');
    await card(page, 'Cold storage').getByRole('button', { name: 'Delete Cold storage' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await card(page, 'Cold storage').getByRole('button', { name: 'Delete Cold storage' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No addresses yet')).toBeVisible();
    await expect(other.getByText('No addresses yet')).toBeVisible();
    await page.goto('/security-setting');
    await expect(page.getByText('Blockchain address saved')).toBeVisible();
    await expect(page.getByText('Blockchain address deleted')).toBeVisible();
  },
);

test(
  'a memo is requested if the network has memos, and payouts to risky addresses are rejected',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await page.goto('/crypto-deposit?network=12');
    const own = (await page.getByRole('img', { name: /^G[A-Z2-7]{55}$/ }).getAttribute('aria-label')) ?? '';
    await page.goto('/blockchain?add');
    await type(page, 'Stellar', own, 'Exchange');
    await expect(page.getByText('This address belongs to WUSD Wallet.')).toBeVisible();
    await field(page, 'Address').fill(memoRequiredAddress);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(
      page
        .getByText(/memo/i)
        .filter({ hasText: /needs|required/i })
        .first(),
    ).toBeVisible();
    await field(page, 'Memo').fill('x'.repeat(29));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('A memo has at most 28 letters')).toBeVisible();
    await field(page, 'Address').fill(stellar);
    await field(page, 'Memo').fill('10002000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirm(page, backend);
    await expect(card(page, 'Exchange').getByText('Memo: 10002000')).toBeVisible();
    await nextDay(page, backend);
    await review(page, '12.00');
    await expect(page.getByText('10002000', { exact: true })).toBeVisible();
    await page.goto('/blockchain');
    const [id = ''] = (await backend.operator('addresses', demo.mei.email)).split('\t');
    await backend.operator('disable', id);
    await expect(card(page, 'Exchange').getByText('Disabled')).toBeVisible();

    await backend.advanceClock(61);
    await page.getByRole('button', { name: 'Add address' }).click();
    await type(page, 'Ethereum', riskyAddress(3), 'Unknown');
    await confirm(page, backend);
    await expect(card(page, 'Unknown').getByText('Denied')).toBeVisible();
    await expect(card(page, 'Unknown').getByText('High risk')).toBeVisible();
    await expect(card(page, 'Unknown').getByText('We do not pay out to it')).toBeVisible();
  },
);

test('an unverified customer sees a notice instead of the form', async ({ page, backend }) => {
  await beginSession(page, backend, demo.somchai.email);
  await page.goto('/blockchain?add');
  await type(page, 'Ethereum', ethereum, 'Cold storage');
  await expect(page.getByRole('alert').getByText(/identity/i)).toBeVisible();
  await page.route('**/api/blockchain-address/list', (route) => route.abort());
  await page.goto('/blockchain');
  await expect(page.getByText('Your addresses can’t be shown right now.')).toBeVisible();
});
