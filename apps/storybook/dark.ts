import axe from 'axe-core';
import { afterEach, expect } from 'vitest';
import { comparePicture } from './visual.ts';

// The dark theme has the same elements in other colours. It is applied when a story has ended, so that no story runs
// twice.
afterEach(async ({ task }) => {
  // Patterns are skipped, because screens that contain them cover their colours.
  if (task.result?.state === 'fail' || task.file.filepath.includes('/patterns/')) return;
  const { dataset } = document.documentElement;
  const chosen = dataset['theme'];
  const still = document.head.appendChild(document.createElement('style'));
  still.textContent = '*, ::before, ::after { transition: none !important; }';
  dataset['theme'] = 'dark';
  try {
    const { violations } = await axe.run(
      { exclude: ['#storybook-docs'] },
      { runOnly: ['color-contrast'], resultTypes: ['violations'] },
    );
    // oxlint-disable-next-line vitest/no-standalone-expect -- after each test, of it
    expect(
      violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`)),
      'contrast in the dark theme',
    ).toEqual([]);
    await comparePicture(task, 'dark');
  } finally {
    if (chosen === undefined) delete dataset['theme'];
    else dataset['theme'] = chosen;
    still.remove();
  }
});
