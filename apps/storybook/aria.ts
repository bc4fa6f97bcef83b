import { afterEach, expect } from 'vitest';
import { utils } from 'vitest/browser';

const { generateAriaTree, renderAriaTree } = utils.aria;

/** The time that is left depends on the speed of the machine. */
const countdowns = [
  [/(- timer: .*?)\d+:\d{2}/g, '$1m:ss'],
  [/(- button ".*?)\d+( seconds?| วินาที)/g, '$1#$2'],
] as const;

// What each screen is to who listens to it: names, roles, headings and states, as they were last accepted with `npm run accept`.
// Compared as text: the matcher of trees takes minutes to say how two of this depth differ.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' || !task.file.filepath.includes('/screens/')) return;
  const screen = document.querySelector('#storybook-root') ?? document.body;
  let tree = '';
  const hasSettled = (): boolean => {
    const before = tree;
    tree = countdowns.reduce(
      (text, [left, written]) => text.replaceAll(left, written),
      renderAriaTree(generateAriaTree(screen)),
    );
    return tree === before;
  };
  // oxlint-disable vitest/no-standalone-expect -- after each test, of it
  await expect.poll(hasSettled).toBe(true);
  expect(tree).toMatchSnapshot();
  // oxlint-enable vitest/no-standalone-expect
});
