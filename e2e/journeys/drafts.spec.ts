import type { Page } from '@playwright/test';
import { beginSession, demo, expect, expectAccessible, signInByForm, test } from '../support/journey.ts';
import { choose, send } from '../support/swapping.ts';

const amount = (page: Page) => page.getByLabel('Amount that arrives');

/** Drafts that this browser stores for forms. */
const keptDrafts = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...Object.entries(localStorage), ...Object.entries(sessionStorage)].filter(([key]) => key.includes('draft')),
    ),
  );

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/home/);
}

test('a draft survives a reload at every step, a second tab and a minute offline, and is deleted once paid', async ({
  page,
  context,
  backend,
}) => {
  await beginSession(page, backend);
  await page.goto('/mint-redeem');
  await choose(page, 'WUSD', 'USD');
  await send(page).fill('41.07');
  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.reload();
  await expect(send(page)).toHaveValue('41.07');
  // Patterns are longer than two digits, which ciphertext contains by chance.
  expect(Object.values(await keptDrafts(page)).join()).not.toMatch(/41\.07|WUSD|mei@/);

  await context.setOffline(true);
  await send(page).fill('42');
  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto('/mint-redeem');
  await expect(send(other)).toHaveValue('42');

  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeVisible();
  await page.reload();
  await expect(send(page)).toHaveValue('42');
  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible();
  await page.reload();
  await page.getByRole('main').getByRole('link').click();
  await expect(send(page)).toHaveValue('42');

  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await page.getByRole('radio', { name: /Authenticator/ }).check();
  await page.getByLabel('Verification code').fill(await backend.authenticatorCode());
  await expect(page.getByRole('heading', { level: 1, name: 'Swap complete' })).toBeVisible();
  expect(await keptDrafts(page)).toEqual({});
  // The other tab does not offer the same swap again.
  await expect(send(other)).toHaveValue('');
});

test('a draft survives an expired session for its own customer, but neither a log-out nor another customer', async ({
  page,
  backend,
}) => {
  await beginSession(page, backend);
  await page.goto('/crypto-withdraw');
  await amount(page).fill('33.00');
  await expect.poll(() => keptDrafts(page)).not.toEqual({});
  const expire = async (): Promise<void> => {
    // An open page would end the session itself.
    await page.goto('about:blank');
    await backend.advanceClock(13 * 60 * 60);
    await page.goto('/crypto-withdraw');
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/home$/);
  };
  await expire();
  expect(Object.keys(await keptDrafts(page))).toEqual(['wusd-draft:crypto-withdraw']);
  await signInByForm(page, backend);
  await expect(page).toHaveURL(/\/crypto-withdraw$/);
  await expect(amount(page)).toHaveValue('33.00');

  await expire();
  await signInByForm(page, backend, demo.harbour.email);
  await expect.poll(() => keptDrafts(page)).toEqual({});
  await logOut(page);

  await signInByForm(page, backend);
  await page.goto('/crypto-withdraw');
  await expect(amount(page)).toHaveValue('');
  await amount(page).fill('7');
  await expect.poll(() => keptDrafts(page)).not.toEqual({});
  await logOut(page);
  expect(await keptDrafts(page)).toEqual({});
});

test('a link fills in a form without submitting it, survives the sign-in, and reports ignored values', async ({
  page,
  backend,
}) => {
  await page.goto('/crypto-withdraw?amount=12.50&currency=USDC');
  await expect(page).toHaveURL(/\/home$/);
  await signInByForm(page, backend);
  await expect(amount(page)).toHaveValue('12.50');
  await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('USDC');
  await expect(page).toHaveURL(/\/crypto-withdraw$/);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('12.50 USDC');
  // After a reload, the draft has the later edits.
  await amount(page).fill('13');
  await page.reload();
  await expect(amount(page)).toHaveValue('13');

  await page.goto('/crypto-withdraw?to=adr_01kb1v7fe0cj2n083b669rbfnm&amount=99');
  await expect(page.getByRole('status').filter({ hasText: 'The recipient in the link isn’t one' })).toBeVisible();
  await expect(page).toHaveURL(/\/crypto-withdraw$/);
  await expect(amount(page)).toHaveValue('13');
  await page.goto('/fiat-withdraw?amount=1e3');
  await expect(page.getByRole('status').filter({ hasText: 'The amount in the link isn’t a plain' })).toBeVisible();
  await expect(page).toHaveURL(/\/fiat-withdraw$/);

  await page.goto('/mint-redeem?pay=WUSD&receive=USD&amount=41.50');
  await expect(page).toHaveURL(/\/mint-redeem$/);
  await expect(send(page)).toHaveValue('41.50');
  await expect(page.getByText('This rate is good for')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/mint-redeem?pay=EUR&receive=THB&amount=41.50');
  await expect(page.getByRole('status').filter({ hasText: 'The swap in the link isn’t offered' })).toBeVisible();
  await expect(send(page)).toHaveValue('41.50');
});
