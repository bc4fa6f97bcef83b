import { beginSession, demo, expect, expectAccessible, test } from '../support/journey.ts';
import { expectNoSidewaysScroll } from '../support/reflow.ts';

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('lang', 'en_US')));

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 375, height: 740 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a customer reviews sign-ins, reports an unknown one and freezes the account, and support finds and unfreezes it', async ({
      page,
      backend,
    }) => {
      const { email } = demo.somchai;
      await beginSession(page, backend, email);
      await backend.advanceClock(61);
      await beginSession(page, backend, email);
      await page.goto('/security-setting');
      await expect(page.getByText(/^\d of \d steps done$/)).toBeVisible();
      const before = await page.getByText(/^\d of \d steps done$/).textContent();
      await page.getByRole('link', { name: 'Review sign-ins' }).click();
      await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'I recognise all of these' }).click();
      await expect(page.getByText('Your sign-ins are reviewed')).toBeVisible();
      await page.goto('/security-setting');
      await expect(page.getByText(/^Every device that signed in until .+ was reviewed/)).toBeVisible();
      await expect(page.getByText(/^\d of \d steps done$/)).not.toHaveText(before ?? '');

      await page.goto('/sessions');
      await page.getByRole('button', { name: 'This wasn’t me' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Somebody else signed in?' });
      await expect(dialog.getByText('Withdrawals that have not left wait')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Freeze my account' }).click();
      await expect(page).toHaveURL(/\/account-frozen$/);
      const reference = (await page.getByText(/^FRZ(-[2-9A-Z]{4}){3}$/).textContent()) ?? '';
      await page.reload();
      await expect(page.getByText(reference)).toBeVisible();
      await expect(page.getByText('support@wusd-wallet.example')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);

      await backend.operator('unfreeze', reference);
      await backend.advanceClock(61);
      await beginSession(page, backend, email);
      await page.goto('/security-setting');
      await expect(page.getByText('Account opened again').first()).toBeVisible();
    });

    test('preferences apply at once and after a reload, and details show both times', async ({ page, backend }) => {
      await beginSession(page, backend, demo.somchai.email);
      await page.goto('/preferences');
      await expect(page.getByLabel('Currency for totals')).toHaveValue('USD');
      await page.getByLabel('Currency for totals').selectOption('SGD');
      await page.getByRole('combobox', { name: /Time zone beside Singapore time/ }).click();
      await page.getByLabel('Search time zones').fill('berlin');
      await page.getByRole('option', { name: 'Europe/Berlin' }).click();
      await expect(page.getByText(/Now: .+ \(.*GMT\+[12]\)/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByLabel('Language', { exact: true }).last().selectOption('zh_CN');
      await expect(page.getByRole('heading', { name: '偏好设置' })).toBeVisible();
      await page.goto('/sessions');
      await expect(page.getByText(/GMT\+[12]\)/).first()).toBeVisible();
      await page.goto('/account-info');
      await expect(page.getByText('usr_').first()).toBeVisible();
    });
  });
}
