import { demo, expect, expectAccessible, test } from '../support/journey.ts';
import { expectNoSidewaysScroll } from '../support/reflow.ts';
import { wordsOf } from '../support/words.ts';

/** Every pair of language and width, language and theme, width and theme occurs at least once with the default journeys. */
const combinations = [
  { language: 'th_TH', width: 375, theme: 'light' },
  { language: 'zh_CN', width: 375, theme: 'dark' },
  { language: 'th_TH', width: 1280, theme: 'dark' },
] as const;

for (const { language, width, theme } of combinations) {
  test(
    `sign in, view the wallet, log out: ${language}, ${width} px, ${theme}`,
    { tag: language === 'th_TH' && width === 375 ? [] : '@long' },
    async ({ page, backend }) => {
      const say = wordsOf(language);
      await page.setViewportSize({ width, height: 812 });
      await page.addInitScript(
        ([lang, chosen]) => {
          localStorage.setItem('lang', lang);
          localStorage.setItem('theme', chosen);
        },
        [language, theme] as const,
      );
      await page.goto('/login');
      await expectAccessible(page, { isContrastChecked: true });
      await page.getByLabel(say('login.email')).fill(demo.mei.email);
      await page.getByLabel(say('login.password'), { exact: true }).fill(demo.password);
      await page.getByRole('button', { name: say('login.submit') }).click();
      await page.getByRole('radio', { name: say('verify.sms') }).check();
      await page.getByRole('button', { name: say('verify.send') }).click();
      await expect(page.getByLabel(say('verify.code'), { exact: true })).toBeVisible();
      await expectAccessible(page, { isContrastChecked: true });
      await page.getByLabel(say('verify.code'), { exact: true }).fill(await backend.code(demo.mei.phone));
      await expect(page).toHaveURL(/\/wallet$/);
      await expect(page.getByText('12,480.50').first()).toBeVisible();
      await expect(page.getByRole('button', { name: /Ethereum/ })).toBeVisible();
      await expectAccessible(page, { isContrastChecked: true });
      await expectNoSidewaysScroll(page);

      await page.getByRole('button', { name: say('header.user'), exact: true }).click();
      await page.getByRole('button', { name: say('header.logout') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expectAccessible(page, { isContrastChecked: true });
      await dialog.getByRole('button', { name: say('header.logout') }).click();
      await expect(page).toHaveURL(/\/home$/);
      await expectAccessible(page, { isContrastChecked: true });
      await expectNoSidewaysScroll(page);
    },
  );
}
