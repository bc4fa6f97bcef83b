import type { Page } from '@playwright/test';
import {
  available,
  type Backend,
  beginSession,
  cutOff,
  demo,
  expect,
  expectAccessible,
  logIn,
  signIn,
  test,
  requestCode,
} from '../support/journey.ts';
import { choose, loseAnswer, receive, send } from '../support/swapping.ts';

/** Navigates to the review of a swap from any page. */
async function review(page: Page, amount: string, pay = 'WUSD', to = 'USD'): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Swap' }).click();
  await choose(page, pay, to);
  await send(page).fill(amount);
  await expect(page.getByText('This rate is good for')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeFocused();
}

/** Enters the code, which submits the swap. */
async function prove(page: Page, backend: Backend): Promise<void> {
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await requestCode(page, 'SMS');
  await page.getByLabel('Verification code').fill(await backend.code(demo.mei.phone));
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a visitor sees indicative rates, logs in to continue, and loses no input', async ({ page, backend }) => {
  await page.goto('/mint-redeem');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log in to swap' }).click();
  await expect(page.getByText('You send is required')).toBeVisible();
  await send(page).fill('0');
  await expect(page.getByText('Enter an amount above 0')).toBeVisible();
  await send(page).fill('1,00');
  await expect(page.getByText('Enter an amount such as 1000')).toBeVisible();
  await send(page).fill('250');
  await expect(receive(page)).toHaveValue('250.00');
  await expect(page.getByText('Indicative, at')).toBeVisible();
  await receive(page).fill('300');
  await expect(send(page)).toHaveValue('300.00');
  await page.getByRole('button', { name: 'Turn around' }).click();
  await page.getByRole('button', { name: 'Log in to swap' }).click();
  await logIn(page, backend);
  await expect(page).toHaveURL(/\/mint-redeem$/);
  await expect(page.getByLabel('Currency you send')).toHaveValue('WUSD');
  await expect(send(page)).toHaveValue('300');
  await expect(page.getByText('This rate is good for')).toBeVisible();
});

test('WUSD is redeemed: reviewed, verified, settled, listed, with a receipt, and shown in every tab', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(available(other, 'WUSD')).toHaveText('12,480.50');

  await page.getByRole('banner').getByRole('link', { name: 'Swap' }).click();
  await choose(page, 'WUSD', 'THB');
  await page.getByRole('button', { name: 'Max: send all that is available' }).click();
  await expect(send(page)).toHaveValue('12480.50');
  await send(page).fill('9.99');
  await expect(page.getByText('The minimum is 10.00 WUSD. Enter more.')).toBeVisible();
  await send(page).fill('1000001');
  await expect(page.getByText('The maximum is 1,000,000.00 WUSD. Enter less.')).toBeVisible();
  await send(page).fill('12480.51');
  await expect(page.getByText('You have 12,480.50 WUSD available.')).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(send(page)).toBeFocused();
  await expectAccessible(page);

  await review(page, '150', 'WUSD', 'THB');
  await expect(page.getByText('Our charge, taken from what you receive')).toBeVisible();
  await page.getByText('How our charge is worked out').click();
  await expect(page.getByText('0.25%, or 25 basis points')).toBeVisible();
  await expect(page.getByText(/^150\.00 WUSD is worth .* THB at this rate\./)).toBeVisible();
  await expect(page.getByText('Within seconds')).toBeVisible();
  await expectAccessible(page);
  await prove(page, backend);
  await expect(title(page, 'Swap complete')).toBeVisible();
  await expect(page.getByText(/^150\.00 WUSD for 5,1\d\d\.\d\d THB$/)).toBeVisible();
  await expect(available(other, 'WUSD')).toHaveText('12,330.50');

  // Neither a reload nor the back button repeats the swap.
  await page.reload();
  await expect(title(page, 'Swap complete')).toBeVisible();
  await page.goBack();
  await expect(send(page)).toHaveValue('');
  await page.goForward();
  await page.getByRole('link', { name: 'See your orders' }).click();
  const row = page.getByRole('button', { name: /150\.00 WUSD for .* THB/ });
  await expect(row).toContainText('Completed');
  await expectAccessible(page);
  await row.click();
  const detail = page.getByRole('dialog', { name: 'Order' });
  await expect(detail.getByText('automatically')).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await detail.getByRole('button', { name: 'Download receipt' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^receipt-otc_\w+\.pdf$/);
  await page.reload();
  await expect(detail.getByText('Timeline')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/mint-redeem-order$/);
  await expect(available(other, 'WUSD')).toHaveText('12,330.50');
});

test('WUSD is minted from the amount to receive, with an authenticator, and the result survives a lost connection', async ({
  page,
  backend,
}) => {
  await beginSession(page, backend);
  await page.goto('/mint-redeem');
  await choose(page, 'USD', 'WUSD');
  await receive(page).fill('40');
  await expect(send(page)).toHaveValue('40.00');
  await expect(page.getByText('No charge', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await loseAnswer(page, backend);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(title(page, 'Swap complete')).toBeVisible();
  await page.goto('/mint-redeem-order');
  await expect(page.getByRole('button', { name: /40\.00 USD for 40\.00 WUSD/ })).toHaveCount(1);
});

test(
  'an expired rate is reported at each step, and a new rate is requested on the page',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend);
    await page.goto('/mint-redeem');
    await choose(page, 'WUSD', 'USD');
    await send(page).fill('20');
    await expect(page.getByText('This rate is good for')).toBeVisible();
    await page.clock.install();
    await backend.advanceClock(31);
    await page.clock.fastForward(31_000);
    await expect(page.getByText('This rate has expired. What you typed is kept.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Get new rate' }).click();
    // The earlier rate is shown beside the new one, which is announced and receives focus.
    await expect(page.getByRole('heading', { name: 'New rate: both amounts stay the same' })).toBeFocused();
    await expect(page.getByText('Earlier rate')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/This rate is good for/);
    await expect(send(page)).toHaveValue('20');
    await expectAccessible(page);

    // During a review.
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeVisible();
    await backend.advanceClock(301);
    await page.clock.fastForward(301_000);
    await expect(page.getByText('This rate has expired.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Get new rate' }).click();
    await expect(page.getByRole('heading', { name: /^New rate/ })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm and verify' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(send(page)).toHaveValue('20');

    // Between the review and its codes.
    await review(page, '25');
    await page.getByRole('button', { name: 'Confirm and verify' }).click();
    await requestCode(page, 'SMS');
    const code = await backend.code(demo.mei.phone);
    await backend.advanceClock(301);
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('link', { name: 'Start again' }).click();
    await expect(send(page)).toHaveValue('25');
    await page.goto('/wallet');
    await expect(available(page, 'WUSD')).toHaveText('12,480.50');
  },
);

test('a reload and the back button lose no input and move no money, and an extra click moves it once', async ({
  page,
  backend,
}) => {
  await signIn(page, backend);
  await review(page, '30');
  await page.goBack();
  await expect(send(page)).toHaveValue('30');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(send(page)).toHaveValue('30');
  await page.reload();
  await expect(send(page)).toHaveValue('30');
  await review(page, '30');
  await page.reload();
  // A reload discards the review but keeps entered values.
  await expect(send(page)).toHaveValue('30');
  await review(page, '30');
  await page.getByRole('button', { name: 'Confirm and verify' }).dblclick();
  await expect(title(page, 'Confirm it is you')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Review your swap' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await requestCode(page, 'SMS');
  const code = await backend.code(demo.mei.phone);
  await page.getByLabel('Verification code').fill(code.slice(0, 5));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await expect(page.getByText(/^Incorrect Verification code\./)).toBeVisible();
  // The last digit submits the code, and repeated presses do too.
  await page.getByLabel('Verification code').fill(code.slice(0, 5));
  await page.keyboard.press(code.slice(5));
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await expect(title(page, 'Swap complete')).toBeVisible();
  await page.goto('/mint-redeem-order');
  await expect(page.getByRole('button', { name: /30\.00 WUSD for 30\.00 USD/ })).toHaveCount(1);
  // The verification page without a pending action explains itself.
  await page.goto('/security-verification/remit');
  await expect(page.getByRole('link', { name: /Begin|Start/ })).toHaveAttribute('href', '/mint-redeem');
});

test(
  'an order above the limit waits for the desk: cancelled, rejected, expired, approved',
  { tag: '@long' },
  async ({ page, backend }) => {
    await backend.receive({ currency: 'WUSD', amount: '2000000' });
    await signIn(page, backend);
    await expect(available(page, 'WUSD')).toHaveText(/2,\d{3},\d{3}/);
    const place = async (): Promise<void> => {
      await review(page, '300000');
      await expect(page.getByText('Once our desk approves it')).toBeVisible();
      await expect(page.getByText('Orders of this size are approved by our desk')).toBeVisible();
      await backend.advanceClock(61);
      await prove(page, backend);
      await expect(title(page, 'Waiting for approval')).toBeVisible();
    };
    const open = async (status: string): Promise<void> => {
      await page.getByRole('link', { name: 'See your orders' }).click();
      await page.getByRole('button', { name: new RegExp(`300,000\\.00 WUSD.*${status}`) }).click();
      await expect(page.getByRole('dialog', { name: 'Order' }).getByText(status).first()).toBeVisible();
    };
    await place();
    await open('Pending approval');
    const detail = page.getByRole('dialog', { name: 'Order' });
    await expect(detail.getByRole('heading', { name: 'Why is this held?' })).toBeVisible();
    await expect(detail.getByText('The rate is held until')).toBeVisible();
    await expectAccessible(page);
    await detail.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await detail.getByRole('button', { name: 'Cancel order' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel this order?' });
    await expect(question.getByText('Your 300,000.00 WUSD becomes available again')).toBeVisible();
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await expect(detail.getByText('Order cancelled').first()).toBeVisible();
    await page.keyboard.press('Escape');

    await place();
    await page.getByRole('button', { name: 'Sandbox' }).click();
    await page
      .getByRole('region', { name: 'The desk decides on this order' })
      .getByRole('button', { name: 'Reject' })
      .click();
    await page.keyboard.press('Escape');
    await expect(title(page, 'This swap did not go through')).toBeVisible();
    await expect(page.getByText('We reviewed it and couldn’t approve it.').first()).toBeVisible();
    await page.getByRole('link', { name: 'Swap again' }).click();

    await place();
    await backend.advanceClock(15 * 60);
    await expect(title(page, 'This swap did not go through')).toBeVisible();
    await open('Rate expired');
    await page.keyboard.press('Escape');

    await place();
    const id = /otc_\w{26}/.exec(decodeURIComponent(page.url()))?.[0] ?? '';
    // Another tab tries to cancel it too late.
    const other = await page.context().newPage();
    await other.goto(`/mint-redeem-order?order=${id}`);
    await other.getByRole('button', { name: 'Cancel order' }).click();
    await other.context().setOffline(false);
    await other.route('**/sse', (route) => route.abort());
    await backend.operator('approve', id);
    await expect(title(page, 'Swap complete')).toBeVisible();
    await other
      .getByRole('dialog', { name: 'Cancel this order?' })
      .getByRole('button', { name: 'Cancel order' })
      .click();
    await expect(other.getByText('It can’t be cancelled any more.')).toBeVisible();
  },
);

test('of two tabs with a review, the later one holds the rate, and the other reports it', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  await review(page, '31');
  await page.getByRole('button', { name: 'Confirm and verify' }).click();
  await requestCode(page, 'SMS');
  const code = await backend.code(demo.mei.phone);

  const other = await context.newPage();
  await other.goto('/wallet');
  await review(other, '32');
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByText('This rate has expired. Get a new rate.')).toBeVisible();
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(send(page)).toHaveValue('31');

  await other.getByRole('button', { name: 'Confirm and verify' }).click();
  await other.getByRole('radio', { name: /Authenticator/ }).check();
  await other.getByLabel('Verification code').fill(await backend.authenticatorCode());
  await expect(title(other, 'Swap complete')).toBeVisible();
  await page.goto('/wallet');
  await expect(available(page, 'WUSD')).toHaveText('12,448.50');
});

test(
  'an unverified customer sees how to enable swaps, and has no orders',
  { tag: '@long' },
  async ({ page, backend }) => {
    await beginSession(page, backend, demo.somchai.email);
    await page.goto('/mint-redeem-order');
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Swap' }).first().click();
    await page.route('**/wallet-account/list', (route) => route.abort());
    await page.reload();
    await send(page).fill('50');
    await expect(page.getByText('This rate is good for')).toBeVisible();
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByText('Before you can swap')).toBeVisible();
    await expect(page.getByText('Your identity must be verified before money can move.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Account info' }).click();
    await expect(title(page, 'Account info')).toBeVisible();
  },
);

test(
  'orders are filtered by the query in the URL, and failed requests can be retried',
  { tag: '@long' },
  async ({ page, backend }) => {
    await signIn(page, backend);
    for (const amount of ['21', '22']) {
      await review(page, amount);
      await prove(page, backend);
      await expect(title(page, 'Swap complete')).toBeVisible();
      await backend.advanceClock(61);
    }
    await page.goto('/mint-redeem-order?currency=THB&status=completed');
    await expect(page.getByText('No order matches')).toBeVisible();
    await expect(page.getByLabel('Status')).toHaveValue('completed');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('button', { name: /WUSD for/ })).toHaveCount(2);
    await page.getByLabel('Currency').selectOption('USD');
    await expect(page).toHaveURL(/currency=USD/);
    await page.getByRole('button', { name: /21\.00 WUSD/ }).click();
    const id = /otc_\w{26}/.exec(page.url())?.[0] ?? '';
    await page.keyboard.press('Escape');
    await page.getByLabel('Order or transaction id').pressSequentially(id.slice(-9));
    await expect(page.getByLabel('Order or transaction id')).toHaveValue(id.slice(-9));
    await expect(page.getByRole('button', { name: /WUSD for/ })).toHaveCount(1);

    await page.goto(`/mint-redeem-order?order=${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`);
    await expect(page.getByText('There is no such order.')).toBeVisible();
    const restore = await cutOff(page, '**/otc/search', '**/otc/otc_*');
    await page.goto(`/mint-redeem-order?order=${id}`);
    await expect(page.getByText('Your orders can’t be shown right now.').first()).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Order' });
    // Before this, the page would still find the order automatically.
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await restore();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByText(id)).toBeVisible();
  },
);

test('the result page reads only an id from its URL', async ({ page, backend }) => {
  const result = encodeURIComponent(
    JSON.stringify({ id: 'otc_01hqxyz0000000000000000000', receive: '<b>1,000,000 USD</b>' }),
  );
  await page.goto(`/mint-redeem/success?result=${result}`);
  await expect(title(page, 'Your order is placed')).toBeVisible();
  await expect(page.getByText('Log in to see where this order stands.')).toBeVisible();
  await expect(page.getByText('1,000,000')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logIn(page, backend);
  await page.goto(`/mint-redeem/success?result=${result}`);
  await expect(page.getByText('There is no order of yours here.')).toBeVisible();
  await page.goto('/mint-redeem/success?result=%7B');
  await expect(page.getByText('There is no order of yours here.')).toBeVisible();
});
