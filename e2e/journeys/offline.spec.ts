import { available, expect, signIn, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'allow' });

test('offline, content stays with its age, the app opens, and nothing private is stored', async ({
  page,
  context,
  backend,
}) => {
  await signIn(page, backend);
  await expect(available(page, 'WUSD')).toHaveText('12,480.50');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await expect(available(page, 'WUSD')).toHaveText('12,480.50');

  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\. What you see is from .+, Singapore time/)).toBeVisible();
  await expect(available(page, 'WUSD')).toHaveText('12,480.50');
  // A page that was not opened before: its code is cached, its data is not.
  await page.getByRole('link', { name: 'Order', exact: true }).click();
  await expect(page).toHaveURL(/\/mint-redeem-order$/);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This can’t be shown offline' })).toBeVisible();

  // No cached response contains data of this customer.
  const kept = await page.evaluate(async () => {
    const answers: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        answers.push({ path: new URL(url).pathname, text: (await (await cache.match(url))?.text()) ?? '' });
    }
    return answers;
  });
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.map(({ path }) => path).filter((path) => !path.startsWith('/assets/'))).toEqual([
    '/404',
    '/icon.svg',
    '/manifest.webmanifest',
  ]);
  expect(kept.filter(({ text }) => /12,?480\.50|wat_|wrt_/.test(text))).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(page.getByText(/^You are offline/)).toBeHidden();
});
