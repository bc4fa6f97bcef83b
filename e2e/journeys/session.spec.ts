import {
  available,
  beginSession,
  demo,
  expect,
  signIn,
  signInByForm,
  test,
  testWithKills,
  watch,
} from '../support/journey.ts';

test('an incoming transfer appears in every open tab, without a reload', async ({ page, context, backend }) => {
  await signIn(page, backend);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(available(other, 'WUSD')).toHaveText('12,480.50');

  await page.getByRole('button', { name: 'Sandbox' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Amount').fill('250.005');
  await drawer.getByRole('button', { name: 'Let it arrive' }).click();
  await page.keyboard.press('Escape');

  for (const tab of [page, other]) await expect(available(tab, 'WUSD')).toHaveText('12,730.50');
  await expect(page.getByRole('status').filter({ hasText: 'WUSD available is now 12,730.50' })).toBeAttached();
  await page.getByRole('button', { name: 'Show exact amounts' }).click();
  await expect(available(page, 'WUSD')).toContainText('Exactly 12,730.505');
});

test('an expired access token is refreshed once without a message', async ({ page, backend }) => {
  await signIn(page, backend);
  // If a page were open when the clock moves, leaving it could interrupt a refresh, which would then be repeated
  // legitimately.
  await page.goto('about:blank');
  const tokenCalls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/oauth2/token') && tokenCalls.push(request.url()));
  await backend.advanceClock(20 * 60);
  await page.goto('/wallet');
  await expect(available(page, 'WUSD')).toHaveText('12,480.50');
  expect(tokenCalls).toHaveLength(1);
});

test('an expired session shows a message, goes home, and the next login returns to the previous page', async ({
  page,
  backend,
}) => {
  await beginSession(page, backend);
  await page.goto('/account-info');
  await expect(page.getByRole('heading', { name: 'Account info' })).toBeVisible();
  // An open page would end the session itself.
  await page.goto('about:blank');
  await backend.advanceClock(13 * 60 * 60);
  await page.goto('/wallet');
  await expect(
    page.getByRole('alertdialog', { name: 'Auto login failed or session expired, please login manually.' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('button', { name: 'OK' }).click();
  await signInByForm(page, backend);
  await expect(page).toHaveURL(/\/wallet$/);
});

test('signing in elsewhere ends this session with its alert', async ({ page, backend, browser }) => {
  await signIn(page, backend);
  const elsewhere = await browser.newContext({ baseURL: backend.url });
  const faults = await watch(elsewhere);
  await signIn(await elsewhere.newPage(), backend);
  await expect(page.getByRole('alertdialog', { name: 'Your account has logged in at another location' })).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(faults).toEqual([]);
  await elsewhere.close();
});

test(
  'a page that missed a sign-in elsewhere detects it at its next refresh',
  { tag: '@long' },
  async ({ page, backend, browser }) => {
    await page.clock.install();
    await page.route('**/api/sse', (route) => route.abort());
    await signIn(page, backend);
    const elsewhere = await browser.newContext({ baseURL: backend.url });
    await signIn(await elsewhere.newPage(), backend);
    await backend.advanceClock(16 * 60);
    await page.clock.fastForward(16 * 60_000);
    await expect(
      page.getByRole('alertdialog', { name: 'Your account has logged in at another location' }),
    ).toBeVisible();
    await elsewhere.close();
  },
);

test('logging out in one tab ends the other, and the confirmation can be declined', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByRole('heading', { name: 'Wallet' })).toBeVisible();

  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByText(demo.mei.email)).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/home$/);
    await expect(tab.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  }
  await other.goto('/wallet');
  await expect(other).toHaveURL(/\/home$/);
});

test('an approval by an operator refreshes the session without a message, and a change of data ends it with an alert', async ({
  page,
  backend,
}) => {
  await signIn(page, backend);
  await page.getByRole('button', { name: 'Sandbox' }).click();
  const renewed = page.waitForResponse('**/oauth2/token');
  await page.getByRole('button', { name: 'Approve something (sign in again)' }).click();
  expect((await renewed).status()).toBe(200);
  await page.getByRole('button', { name: "Change the customer's data" }).click();
  await expect(
    page.getByRole('alertdialog', { name: 'Please log in again, your user information has been updated' }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

testWithKills(
  'an unreachable server is reported, the session survives, and an open page catches up automatically',
  { tag: '@long' },
  async ({ page, context, ownServer, backend }) => {
    await signIn(page, backend);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto('/wallet');
      await expect(available(tab, 'WUSD')).toHaveText('12,480.50');
    }
    await ownServer.kill();
    await page.getByRole('link', { name: 'WUSD Wallet home' }).click();
    await expect(page.getByRole('heading', { name: 'Request failed' })).toBeVisible();

    await expect(page.getByRole('status').filter({ hasText: 'Our server does not answer right now.' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden();

    // An idle page detects it by its event stream, and keeps its content.
    await expect(other.getByRole('status').filter({ hasText: 'What you see is from' })).toBeVisible();
    await expect(available(other, 'WUSD')).toHaveText('12,480.50');

    await ownServer.restart();
    await backend.receive({ currency: 'WUSD', amount: '11.00' });
    // Work of the killed server is taken over when its leases expire.
    await backend.advanceClock(31);
    await expect(available(other, 'WUSD')).toHaveText('12,491.50');
    // The page retries automatically, and opens.
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  },
);

test(
  'a call without a response says Request failed, and a call that takes fifty seconds Request timeout',
  { tag: '@long' },
  async ({ page, backend }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(demo.mei.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.password);
    await page.route('**/api/user/login', (route) => route.abort());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Request failed' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(demo.mei.email);

    await page.unroute('**/api/user/login');
    await page.route('**/api/user/login', () => {});
    await page.clock.install();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.clock.fastForward(50_001);
    await expect(page.getByRole('alert').filter({ hasText: 'Request timeout' })).toBeVisible();
    await page.clock.fastForward(3001);
    await expect(page.getByRole('alert').filter({ hasText: 'Request timeout' })).toBeHidden();
    expect(backend.url).toContain('127.0.0.1');
  },
);

test('stored tokens are unreadable, and tampered ones mean signed out', async ({ page, backend }) => {
  await signIn(page, backend);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toMatch(/w[ar]t_/);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.endsWith(':tokens')) localStorage.setItem(key, '1.AAAA.BBBB');
  });
  await page.goto('/wallet');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
});

test(
  'a session that ended while its page was closed is cleared without a message (00006)',
  { tag: '@long' },
  async ({ page, context, backend, browser }) => {
    await signIn(page, backend);
    await page.close();
    const elsewhere = await browser.newContext({ baseURL: backend.url });
    await signIn(await elsewhere.newPage(), backend);
    const again = await context.newPage();
    const profile = again.waitForResponse('**/user/get-auth-user');
    await again.goto('/wallet');
    expect(await (await profile).json()).toMatchObject({ header: { errCode: '00006' } });
    await expect(again).toHaveURL(/\/home$/);
    await expect(again.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(again.getByRole('alertdialog')).toBeHidden();
    await elsewhere.close();
  },
);

test(
  'a refresh token that is used again ends the session, and its page shows the reason',
  { tag: '@long' },
  async ({ page, backend }) => {
    const stolen = page
      .waitForResponse('**/oauth2/token')
      .then(
        async (response) => ((await response.json()) as { result: { refresh_token: string } }).result.refresh_token,
      );
    await signIn(page, backend);
    const spent = await stolen;
    await backend.advanceClock(16 * 60);
    await page.reload();
    await expect(available(page, 'WUSD')).toHaveText('12,480.50');
    await backend.advanceClock(16 * 60);

    const body = new FormData();
    for (const [name, value] of Object.entries({
      grant_type: 'refresh_token',
      client_id: 'wusd-web',
      refresh_token: spent,
    }))
      body.set(name, value);
    expect((await fetch(`${backend.url}/api/auth/oauth2/token`, { method: 'POST', body })).status).toBe(401);
    // The page detects it when it reopens the stream that the server has closed.
    const alert = page.getByRole('alertdialog', { name: 'This session was ended for your safety' });
    await expect(alert).toBeVisible({ timeout: 30_000 });
    await expect(page).toHaveURL(/\/home$/);
  },
);
