import { expect, test } from '../support/journey.ts';

test('the app can be put on a home screen, with its name and its icons', async ({ page, context }) => {
  await page.goto('/home');
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons, start_url: start } = JSON.parse(data ?? '{}') as { icons: { src: string }[]; start_url: string };
  for (const { src } of icons) expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's window keeps nothing, so nothing can be installed from it: that alone is in the way.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((each) => each !== 'in-incognito')).toEqual([]);
  // Who opens it there and is not signed in is led to where they can.
  await page.goto(start);
  await expect(page).toHaveURL(/\/home$/);
});
