import { declare, ways } from '../support/banking.ts';
import { type Backend, beginSession, expect, signIn, test } from '../support/journey.ts';
import { happen, saveAddress, withdraw } from '../support/withdrawing.ts';
import type { Page } from '@playwright/test';

// A result page follows its payment without a reload, and announces each change once to screen readers.

test.use({ serverEnv: { WUSD_SANDBOX_PACE: 'manual' } });

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const announced = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Advances to a time at which a new recipient is almost one day old. No session lasts that long. */
async function almostNextDay(page: Page, backend: Backend): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/home/);
  await backend.advanceClock(24 * 60 * 60 - 30 * 60);
  await signIn(page, backend);
}

test('a wire is followed from its declaration to the wallet, also after a lost connection', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  await declare(page, ways.swift, '500.00');
  await expect(title(page, 'Waiting for your transfer')).toBeVisible();
  const id = /ftx_[0-9a-z]{26}/.exec(page.url())?.[0] ?? '';
  await happen(page, 'Wire it from a risky sender');
  await expect(title(page, 'Your wire has been received')).toBeVisible();
  await expect(announced(page, 'Status: Processing. Our compliance team looks at')).toHaveCount(1);
  await context.setOffline(true);
  await backend.operator('approve', id);
  await expect(title(page, 'Your wire has been received')).toBeVisible();
  await context.setOffline(false);
  await expect(title(page, 'Your deposit has arrived')).toBeVisible();
  await expect(announced(page, 'Status: Completed.')).toHaveCount(1);
});

test('a withdrawal can be cancelled until the displayed time, then is sent and arrives', async ({ page, backend }) => {
  await beginSession(page, backend);
  await saveAddress(page, backend);
  await almostNextDay(page, backend);
  await withdraw(page, backend, '40.00');
  await expect(title(page, /^Scheduled for /)).toBeVisible();
  await expect(page.getByText(/^You can cancel until .*, Singapore time\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeVisible();
  await backend.advanceClock(30 * 60);
  await expect(title(page, 'Your withdrawal is on its way')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel withdrawal' })).toBeHidden();
  await expect(page.getByText(/^You can cancel until .*, Singapore/)).toBeHidden();
  await happen(page, 'Let its network confirm it');
  await expect(title(page, 'Withdrawal completed')).toBeVisible();
  await expect(announced(page, 'Status: Completed.')).toHaveCount(1);
});
