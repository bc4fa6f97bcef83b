import { afterEach, expect } from 'vitest';
import { page } from 'vitest/browser';

// Text can be enlarged without losing content: WCAG 2.2, 1.4.4 (twice the size), 1.4.10 (320 pixels wide) and 1.4.12
// (spacing).

const spacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;
const doubled = ':root { font-size: 200%; }';

/** Horizontal overflow of the page and the element that reaches furthest, except within scrollable parts. */
function beyond(): string | undefined {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return undefined;
  const scrolled = Array.from(document.querySelectorAll('body *')).filter(
    (element) => getComputedStyle(element).overflowX !== 'visible',
  );
  const [furthest] = Array.from(document.querySelectorAll('body *'), (element) => ({
    element,
    right: element.getBoundingClientRect().right,
  }))
    .filter(({ element }) => !scrolled.some((scroller) => scroller !== element && scroller.contains(element)))
    .toSorted((one, other) => other.right - one.right);
  return `${scrollWidth - clientWidth} px: <${furthest?.element.localName}> ${furthest?.element.textContent.slice(0, 60)}`;
}

async function withRoom(width: number, css: string): Promise<string | undefined> {
  // Set the width first: with a style sheet added at the same time, media queries of the wider screen can stay active.
  await page.viewport(width, 640);
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = css;
  const found = beyond();
  style.remove();
  return found;
}

afterEach(async ({ task }) => {
  // Foundations are skipped: designers use them on desktop screens.
  if (task.result?.state === 'fail' || task.file.filepath.includes('/foundations/')) return;
  // oxlint-disable vitest/no-standalone-expect -- after each test, of it
  expect(await withRoom(320, spacing), 'with more space between letters, at 320 px').toBeUndefined();
  expect(await withRoom(640, doubled), 'with text of twice the size, at 640 px').toBeUndefined();
  // oxlint-enable vitest/no-standalone-expect
});
