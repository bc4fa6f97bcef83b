import { measureLoads } from '../support/bytes.ts';
import { expect, signIn, test } from '../support/journey.ts';

test.use({ build: 'dist' });

const kilobyte = 1000;

test('the first load of /home has at most 128 KB of JavaScript', async ({ page }) => {
  const load = measureLoads(page);
  await page.goto('/home');
  await expect(page.getByLabel('You receive', { exact: true })).toHaveValue('1,000.00');
  const { javascript, requests } = await load.read();
  expect(javascript).toBeGreaterThan(0);
  expect(javascript).toBeLessThanOrEqual(128 * kilobyte);
  expect(requests).toBeLessThanOrEqual(30);
});

test('the first load of /login has at most 144 KB of JavaScript', async ({ page }) => {
  // Blocks rendering, so that code requested after the first paint is not loaded.
  await page.addInitScript(() => Object.assign(globalThis, { requestAnimationFrame: () => 0 }));
  const load = measureLoads(page);
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  const { javascript } = await load.read();
  expect(javascript).toBeGreaterThan(0);
  expect(javascript).toBeLessThanOrEqual(144 * kilobyte);
});

test('passkeys, which /login loads after its first paint, raise it to at most 157 KB', async ({ page }) => {
  const load = measureLoads(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  const { javascript } = await load.read();
  expect(javascript).toBeLessThanOrEqual(157 * kilobyte);
});

test('the first load of /wallet, signed in, has at most 170 KB of JavaScript', async ({ page, context, backend }) => {
  await signIn(page, backend);
  const fresh = await context.newPage();
  // Blocks delayed loads on any machine. The bell is measured below.
  await fresh.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0) => (ms >= 2000 ? 0 : setTimeout(run, ms)),
    });
  });
  const load = measureLoads(fresh);
  await fresh.goto('/wallet');
  // Includes the chart, the latest transactions, and auto-redemption, which loads separately.
  await expect(fresh.getByText('Last 30 days')).toBeVisible();
  await expect(fresh.getByRole('button', { name: /Deposit · Ethereum/ })).toBeVisible();
  await expect(fresh.getByRole('heading', { name: 'Auto-redemption' })).toBeVisible();
  await expect(fresh.getByText('12,480.50').first()).toBeVisible();
  const { javascript, requests } = await load.read();
  expect(javascript).toBeGreaterThan(0);
  expect(javascript).toBeLessThanOrEqual(170 * kilobyte);
  expect(requests).toBeLessThanOrEqual(32);
});

test('the bell, which loads after the page, raises /wallet to at most 180 KB', async ({ page, context, backend }) => {
  await signIn(page, backend);
  const fresh = await context.newPage();
  const load = measureLoads(fresh);
  await fresh.goto('/wallet');
  await expect(fresh.getByRole('heading', { name: 'Auto-redemption' })).toBeVisible();
  await expect(fresh.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible();
  const { javascript } = await load.read();
  expect(javascript).toBeLessThanOrEqual(180 * kilobyte);
});
