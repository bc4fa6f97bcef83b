import { afterEach, expect } from 'vitest';
import { utils } from 'vitest/browser';

const { generateAriaTree, renderAriaTree } = utils.aria;

/** The remaining time depends on the speed of the machine. */
const countdowns = [
  [/(- timer: .*?)\d+:\d{2}/g, '$1m:ss'],
  [/(- button ".*?)\d+( seconds?| วินาที)/g, '$1#$2'],
] as const;

// Compares the accessibility tree of each screen (names, roles, headings, states) with the snapshot accepted by `npm
// run accept`. Compared as text, because the tree matcher takes minutes to compute a difference of this depth.
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
