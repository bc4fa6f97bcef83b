import type { Page } from '@playwright/test';
import { beginSession, expect, test } from '../support/journey.ts';
import { choose, loseAnswer, send } from '../support/swapping.ts';

const ways = {
  'goes back': async (page: Page) => {
    await page.goBack();
    await page.getByRole('button', { name: 'Change' }).click();
  },
  'reloads the page': async (page: Page) => {
    await page.reload();
    await page.getByRole('link', { name: 'Swap', exact: true }).first().click();
  },
};

for (const [way, returnToForm] of Object.entries(ways))
  test(
    `a customer who ${way} after a lost response and swaps again sees the first swap, and swaps once`,
    { tag: way === 'goes back' ? '@long' : [] },
    async ({ page, backend }) => {
      await beginSession(page, backend);
      await page.goto('/mint-redeem');
      await choose(page, 'WUSD', 'USD');
      await send(page).fill('41');
      await page.getByRole('button', { name: 'Review' }).click();
      await loseAnswer(page, backend);

      await returnToForm(page);
      await expect(send(page)).toHaveValue('41');
      await send(page).fill('42');
      await expect(page.getByText('This rate is good for')).toBeVisible();
      await page.getByRole('button', { name: 'Review' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Swap complete' })).toBeVisible();
      await expect(page.getByText('41.00 WUSD for 41.00 USD', { exact: true })).toBeVisible();
      await page.goto('/mint-redeem-order');
      await expect(page.getByRole('button', { name: /4[12]\.00 WUSD for/ })).toHaveCount(1);
    },
  );
