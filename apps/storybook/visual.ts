import { afterEach, expect, type RunnerTestCase as Test } from 'vitest';
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

/** The page beside how it looked when that was last accepted with `npm run accept`; a story of a component or a key screen only. */
export async function comparePicture({ file, name: story }: Readonly<Test>, theme: 'light' | 'dark'): Promise<void> {
  const picture = pictureOf(file.filepath, story);
  if (picture === undefined) return;
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
  try {
    await document.fonts.ready;
    await expect.element(page.elementLocator(document.body)).toMatchScreenshot(`${theme}/${name}`);
  } finally {
    Object.assign(style, { padding: '', height: '', overflow: '' });
  }
}

// Each story as it ends.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') await comparePicture(task, 'light');
});
