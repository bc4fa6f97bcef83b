import axe from 'axe-core';
import { afterEach, expect } from 'vitest';
import { comparePicture } from './visual.ts';

// The dark theme is the same elements in other colours. It is put on when a story has ended, so that no story is played twice.
afterEach(async ({ task }) => {
  // Colours of patterns are seen in the screens that have them.
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
