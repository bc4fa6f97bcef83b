import { expect, test } from '../support/journey.ts';

test('the app can be installed on a home screen, with its name and icons', async ({ page, context }) => {
  await page.goto('/home');
  const session = await context.newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons, start_url: start } = JSON.parse(data ?? '{}') as { icons: { src: string }[]; start_url: string };
  for (const { src } of icons) expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test window is in incognito mode, which must be the only obstacle to installation.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((each) => each !== 'in-incognito')).toEqual([]);
  // A visitor who opens the installed app is redirected to a page with a sign-in.
  await page.goto(start);
  await expect(page).toHaveURL(/\/home$/);
});
