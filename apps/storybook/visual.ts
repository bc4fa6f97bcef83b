import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';

// How each story of a component looks as it ends, at one width, beside how it looked when that was last accepted: `npm run accept`.
afterEach(async ({ task }) => {
  const [, component] = /ui-kit\/src\/(\w+)\/\w+\.stories\.tsx$/.exec(task.file.filepath) ?? [];
  if (component === undefined || task.result?.state === 'fail') return;
  await page.viewport(480, 480);
  const { style } = document.body;
  // Room for what is drawn around the focus.
  style.padding = '16px';
  await document.fonts.ready;
  // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of it
  await expect
    .element(page.elementLocator(document.body))
    .toMatchScreenshot(`${component}/${task.name.replaceAll(' ', '-').toLowerCase()}`);
  style.padding = '';
});
