import type { Page } from '@playwright/test';
import {
  type Backend,
  beginFromWallet,
  beginSession,
  demo,
  expect,
  expectAccessible,
  requestCode,
  signIn,
  test,
} from '../support/journey.ts';
import { chooseRecipient, typeAccount, ways } from '../support/banking.ts';
import { choose, send } from '../support/swapping.ts';
import { destination, fillAddress, nextDay, prove } from '../support/withdrawing.ts';

// Effort of a payment for a customer, from the open form to the result.
//
// A press is a click on a button or a link, by pointer or keyboard. Typing, choosing from a list, and the captcha,
// which needs no action, do not count. A challenge is a page that requests codes, with any number of codes.

interface Effort {
  presses: number;
  challenges: number;
}

// The notice covers the end of the page until it is answered.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('cookie-agreement', 'agreed')));

/** Starts counting. */
async function effortOf(page: Page): Promise<() => Promise<Effort>> {
  await page.evaluate(() => {
    const counted = Object.assign(globalThis, { presses: 0 });
    addEventListener(
      'click',
      ({ target, isTrusted }) => {
        if (isTrusted && target instanceof Element && target.closest('button, a, summary, [role="button"]'))
          counted.presses += 1;
      },
      { capture: true },
    );
  });
  const challenges = new Set<string>();
  let at = '';
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (pathname !== at && pathname.startsWith('/security-verification/'))
      challenges.add(`${challenges.size} ${pathname}`);
    at = pathname;
  });
  return async () => ({
    presses: await page.evaluate(() => (globalThis as unknown as { presses: number }).presses),
    challenges: challenges.size,
  });
}

/** Enters the codes with the preselected methods. The last one submits. */
async function typeCodes(page: Page, backend: Backend): Promise<void> {
  const code = page.getByLabel('Verification code');
  await code.fill(await backend.authenticatorCode());
  const send = page.getByRole('button', { name: 'Send code' });
  await expect(page.getByText('Code sent to').or(send).first()).toBeVisible();
  await requestCode(page);
  await code.fill(await backend.code(demo.mei.email));
}

test('crypto to a new address takes at most five presses and one challenge', async ({ page, backend }) => {
  await signIn(page, backend);
  await beginFromWallet(page, 'Withdraw', 'crypto wallet');
  const effort = await effortOf(page);
  await page.getByRole('button', { name: 'New address' }).click();
  await fillAddress(page);
  await page.getByLabel('Amount that arrives').fill('20.00');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review your withdrawal' })).toBeFocused();
  await expect(page.getByRole('img', { name: destination })).toBeVisible();
  await expect(page.getByText('The address is new: it is saved and screened')).toBeVisible();
  await expect(page.getByText('Will be saved as')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Withdraw 20.00 WUSD' }).click();
  await expect(page.getByText(/Saved with this payment, which is held until/)).toBeVisible();
  await typeCodes(page, backend);
  await expect(page.getByRole('heading', { name: /^Scheduled for / })).toBeVisible();
  const { presses, challenges } = await effort();
  expect(presses).toBeLessThanOrEqual(5);
  expect(challenges).toBe(1);
  await page.goto('/blockchain');
  await expect(page.getByRole('article', { name: 'Cold storage' })).toBeVisible();
});

test('a swap takes two presses and one challenge', async ({ page, backend }) => {
  await beginSession(page, backend);
  await page.goto('/mint-redeem');
  await expect(send(page)).toBeVisible();
  const effort = await effortOf(page);
  await choose(page, 'WUSD', 'USD');
  await send(page).fill('20.00');
  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await page.getByLabel('Verification code').fill(await backend.authenticatorCode());
  await page.waitForURL(/mint-redeem\/success/);
  expect(await effort()).toEqual({ presses: 2, challenges: 1 });
});

test('fiat to a saved recipient takes at most four presses and one challenge', async ({ page, backend }) => {
  await beginSession(page, backend);
  await page.goto('/add-bank-account');
  await typeAccount(page, ways.swift, 'Salary');
  await prove(page, backend);
  await expect(page).toHaveURL(/\/bank-account/);
  await nextDay(page, backend);
  await page.goto('/fiat-withdraw');
  await expect(page.getByLabel('Amount that arrives')).toBeVisible();
  const effort = await effortOf(page);
  await chooseRecipient(page, 'Salary');
  await page.getByText('How it is sent').waitFor();
  await page.getByLabel('Amount that arrives').fill('20.00');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Withdraw 20.00 SGD' }).click();
  await typeCodes(page, backend);
  await expect(
    page.getByRole('heading', { name: /^(Your withdrawal is on its way|Withdrawal completed)$/ }),
  ).toBeVisible();
  const { presses, challenges } = await effort();
  expect(presses).toBeLessThanOrEqual(4);
  expect(challenges).toBe(1);
});
