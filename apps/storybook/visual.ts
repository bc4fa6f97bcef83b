import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';

/** Screens that are compared too, at the width of a desktop. All others are made of the same components. */
const keyScreens: ReadonlySet<string> = new Set([
  'Home/Stranger',
  'Home/Customer',
  'Wallet/A Year Old',
  'Asset/Stablecoin',
  'History/A Year',
  'Recipients/Saved',
  'Swap/Customer',
  'Crypto/Withdraw',
  'Fiat/Deposit',
  'Account/Security',
]);

/** What a story is compared by: the name of its picture, and the size of the page. Undefined where it is not. */
function pictureOf(file: string, story: string): { name: string; width: number; height: number } | undefined {
  const of = (folder: string): string => `${folder}/${story.replaceAll(' ', '-').toLowerCase()}`;
  const [, component] = /ui-kit\/src\/(\w+)\/\w+\.stories\.tsx$/.exec(file) ?? [];
  if (component !== undefined) return { name: of(component), width: 480, height: 480 };
  const [, screen] = /screens\/(\w+)\.stories\.tsx$/.exec(file) ?? [];
  if (screen === undefined || !keyScreens.has(`${screen}/${story}`)) return undefined;
  return { name: of(`screens/${screen}`), width: 1280, height: 900 };
}

// How each story of a component and each key screen looks as it ends, beside how it looked when that was last accepted: `npm run accept`.
afterEach(async ({ task }) => {
  const picture = pictureOf(task.file.filepath, task.name);
  if (picture === undefined || task.result?.state === 'fail') return;
  const { name, width, height } = picture;
  await page.viewport(width, height);
  const { style } = document.body;
  if (width === 480) {
    // Room for what is drawn around the focus.
    style.padding = '16px';
  } else {
    // As tall as the screen, within reason: nothing is drawn outside of the page.
    const tall = Math.min(document.body.scrollHeight, 1600);
    await page.viewport(width, tall);
    Object.assign(style, { height: `${tall}px`, overflow: 'hidden' });
  }
  await document.fonts.ready;
  // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of it
  await expect.element(page.elementLocator(document.body)).toMatchScreenshot(name);
  Object.assign(style, { padding: '', height: '', overflow: '' });
});
