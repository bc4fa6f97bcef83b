import { afterEach, expect, type RunnerTestCase as Test } from 'vitest';
import { page } from 'vitest/browser';

/** Screens with screenshots too, at desktop width. All other screens consist of the same components. */
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

/** Screenshot of a story: its file name and the page size. Undefined if the story has none. */
function pictureOf(file: string, story: string): { name: string; width: number; height: number } | undefined {
  const of = (folder: string): string => `${folder}/${story.replaceAll(' ', '-').toLowerCase()}`;
  const [, component] = /ui-kit\/src\/(\w+)\/\w+\.stories\.tsx$/.exec(file) ?? [];
  if (component !== undefined) return { name: of(component), width: 480, height: 480 };
  const [, screen] = /screens\/(\w+)\.stories\.tsx$/.exec(file) ?? [];
  if (screen === undefined || !keyScreens.has(`${screen}/${story}`)) return undefined;
  return { name: of(`screens/${screen}`), width: 1280, height: 900 };
}

/**
 * Compares the page with its screenshot accepted by `npm run accept`. Only for stories of components and key screens.
 */
export async function comparePicture({ file, name: story }: Readonly<Test>, theme: 'light' | 'dark'): Promise<void> {
  const picture = pictureOf(file.filepath, story);
  if (picture === undefined) return;
  const { name, width, height } = picture;
  await page.viewport(width, height);
  const { style } = document.body;
  if (width === 480) {
    // Room for the focus outline.
    style.padding = '16px';
  } else {
    // As tall as the content up to a limit, because nothing is rendered outside the page.
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

// After each story.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') await comparePicture(task, 'light');
});
