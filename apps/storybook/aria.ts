import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';

// What each screen is to who listens to it: names, roles, headings and states, as they were last accepted with `npm run accept`.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' || !task.file.filepath.includes('/screens/')) return;
  const screen = document.querySelector('#storybook-root') ?? document.body;
  // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of it
  await expect.element(page.elementLocator(screen)).toMatchAriaSnapshot();
});
