import {
  beginSession,
  demo,
  expect,
  expectAccessible,
  openHome,
  signIn,
  signInByForm,
  test,
} from '../support/journey.ts';

test('home describes the product, with a calculator on live rates', async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Digital dollars');
  const receive = page.getByLabel('You receive', { exact: true });
  await expect(receive).toHaveValue('1,000.00');
  await page.getByLabel('You send', { exact: true }).fill('2,500.50');
  await expect(receive).toHaveValue('2,500.50');
  await page.getByLabel('Currency you receive').selectOption('WUSD');
  await page.getByLabel('Currency you send').selectOption('THB');
  await expect(page.getByText(/^Less our charge of [\d.,]+ \w+$/)).toBeVisible();
  await receive.fill('1e3');
  await expect(page.getByText('Enter an amount such as 1000 or 1000.50')).toBeVisible();
  await expect(receive).toHaveValue('1e3');
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByRole('region', { name: 'Cookie agreement' })).toBeHidden();
  // A part of the prerendered document below the calculator works without scripts.
  await page.getByText('Rates', { exact: true }).click();
  await expect(page.getByText('otc.getRate')).toBeVisible();
  await expect(page.getByText('walletAccounts.list')).toBeHidden();
  // Another language renders it again.
  const language = page.getByRole('banner').getByRole('combobox').first();
  await language.selectOption('th_TH');
  await expect(page.getByRole('heading', { name: 'คำถามก่อนเริ่มต้น' })).toBeVisible();
  await language.selectOption('en_US');
  await expect(page.getByRole('heading', { name: 'Questions before you start' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cookie agreement' })).toBeHidden();
  await expectAccessible(page);
});

test('home is complete before any script arrives', async ({ browser, backend }) => {
  const context = await browser.newContext({ baseURL: backend.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Digital dollars');
  await expect(page.getByRole('main').getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible();
  await page.getByText('Rates', { exact: true }).click();
  await expect(page.getByText('otc.getRate')).toBeVisible();
  await page.getByText('What does it cost?').click();
  await expect(page.getByText(/A withdrawal has the fee of its network or bank/)).toBeVisible();
  // Fields whose input would be lost are disabled.
  await expect(page.locator(':is(input, select, button):not([inert], [data-static])')).toHaveCount(0);
  await context.close();
});

test('the guard stores the requested page of a visitor, and opens it after the login', async ({ page, backend }) => {
  await page.goto('/account-info');
  await expect(page).toHaveURL(/\/home$/);
  await signInByForm(page, backend);
  await expect(page).toHaveURL(/\/account-info$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expectAccessible(page);
});

test('a company awaiting verification sees how to open its account, and other features are hidden', async ({
  page,
  backend,
}) => {
  await signInByForm(page, backend, demo.harbour.email);
  await expect(page).toHaveURL(/\/account-info$/);
  await expect(page.getByText('You can also send documents to support@wusd-wallet.example')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Wallet' })).toBeHidden();
  await page.goto('/wallet');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('heading', { name: 'Page not found yet' })).toBeVisible();
});

test(
  'a customer whose identity is being checked sees a notice on the page',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend, demo.somchai.email);
    await expect(page.getByText('Your identity is being checked')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  },
);

test('an unknown address shows a not found page with links', async ({ page }) => {
  await page.goto('/nothing/here');
  await expect(page.getByRole('heading', { name: 'Page not found yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('language and theme are stored, and applied in other tabs', async ({ page, context }) => {
  await openHome(page);
  const other = await context.newPage();
  await openHome(other);
  await page.getByRole('banner').getByLabel('Language').first().selectOption('th_TH');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th-TH');
  await expect(other.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('th_TH');
  await page.getByRole('button', { name: 'ธีม' }).first().click();
  await page.getByRole('button', { name: 'มืด' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('banner').getByRole('link', { name: 'เข้าสู่ระบบ' })).toBeVisible();
});

test(
  'open content stays open when another tab changes the language',
  { tag: '@long' },
  async ({ page, context, backend }) => {
    await beginSession(page, backend);
    await page.goto('/wallet-history');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('radio', { name: 'PDF statement' }).check();
    const other = await context.newPage();
    await openHome(other);
    await other.getByRole('banner').getByLabel('Language').first().selectOption('th_TH');
    await expect(page.locator('html')).toHaveAttribute('lang', 'th-TH');
    await expect(page.getByRole('dialog', { name: 'ส่งออกรายการที่แสดง' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'รายการเดินบัญชี PDF' })).toBeChecked();
  },
);

test('the app allows no action if host and server disagree about the mode', { tag: '@long' }, async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { mode: string } };
    body.result.mode = 'production';
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'This address and its server do not match' })).toBeVisible();
  await expect(page.getByLabel('Password')).toBeHidden();
  await expectAccessible(page);
});
