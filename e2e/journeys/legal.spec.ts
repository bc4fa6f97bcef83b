import { expect, expectAccessible, openHome, test } from '../support/journey.ts';

test(
  'the footer of the first page links to the legal pages, at both spellings, and they say that they are English only',
  { tag: '@long' },
  async ({ page }) => {
    await openHome(page);
    await page.getByRole('list', { name: 'Legal' }).getByRole('link', { name: 'Terms of use' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
    await expect(page).toHaveURL(/\/protocol\/term-of-use$/);
    await expectAccessible(page);
    for (const [name, title] of Object.entries({
      'privacy-policy': 'Privacy policy',
      'cookie-policy': 'Cookie policy',
      'risk-disclosure': 'Risk disclosure',
    })) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await page.goto(`/potocol/${name}`);
      // oxlint-disable-next-line no-await-in-loop
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    await openHome(page);
    await page.getByRole('list', { name: 'Legal' }).getByRole('link', { name: 'Accessibility' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Give feedback' }).click();
    await expect(page).toHaveURL(/\/feedback$/);
    await page.goto('/protocol/nothing');
    await expect(page.getByRole('heading', { name: 'Page not found yet' })).toBeVisible();
    await page.evaluate(() => localStorage.setItem('lang', 'th_TH'));
    await page.goto('/protocol/risk-disclosure');
    await expect(page.getByText('หน้านี้มีเฉพาะภาษาอังกฤษ')).toBeVisible();
  },
);

test('a visitor accepts or rejects browser storage equally easily, and changes the choice', async ({ page }) => {
  const kept = () => page.evaluate(() => [localStorage.getItem('lang'), localStorage.getItem('theme')]);
  await openHome(page);
  await page.getByRole('button', { name: 'Only what is necessary' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ไทย');
  await expect(page.getByRole('combobox', { name: 'ภาษา' })).toBeVisible();
  // The language is strictly necessary, the theme is not.
  await page.getByRole('button', { name: 'ธีม' }).click();
  await page.getByRole('button', { name: 'มืด' }).click();
  expect(await kept()).toEqual(['th_TH', null]);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'ภาษา' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'ข้อตกลงคุกกี้' })).toHaveCount(0);
  await page.goto('/protocol/cookie-policy');
  await page.getByRole('button', { name: 'เปลี่ยนตัวเลือกของฉัน' }).click();
  await page.getByRole('button', { name: 'ธีม' }).click();
  await page.getByRole('button', { name: 'มืด' }).click();
  await page.getByRole('button', { name: 'ยอมรับ' }).click();
  expect(await kept()).toEqual(['th_TH', 'dark']);
});

test('a redirect opens only pages of this site (control 36)', async ({ page, backend }) => {
  await page.goto('/redirect/protocol/risk-disclosure');
  await expect(page).toHaveURL(/\/protocol\/risk-disclosure$/);
  for (const path of ['/redirect//evil.example/x', '/redirect/%5Cevil.example', '/redirect/redirect/home']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.goto(path);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('heading', { name: 'Page not found yet' })).toBeVisible();
    expect(page.url().startsWith(backend.url)).toBe(true);
  }
});
