import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { Meta, StoryContext } from '@storybook/react-vite';
import { queryClient } from '@wusd/web/shared/api/query-client.tsx';
import { createAppRouter } from '@wusd/web/app/router.tsx';
import { useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import { withheldCalls } from '../../answers/contract.ts';
import { prepare, type ScreenParameters, takeFaults } from './prepare.ts';

export interface ScreenProps {
  /** Route with its query. */
  at: string;
}

/** A whole screen of the web app, including its header, rendered by the app’s router. */
export function Screen({ at }: ScreenProps) {
  const [router] = useState(() => createAppRouter(createMemoryHistory({ initialEntries: [at] })));
  return <RouterProvider router={router} />;
}

/**
 * Waits until the screen is loaded: the title is shown, every request except withheld ones has a response, and the text
 * is visible.
 */
export function sees(text?: RegExp) {
  return async ({ canvas, parameters }: Pick<StoryContext<ScreenProps>, 'canvas' | 'parameters'>): Promise<void> => {
    await canvas.findByRole('heading', { level: 1 }, patiently);
    // The page frame is loaded from a separate file.
    await canvas.findByRole('button', { name: sandbox }, patiently);
    const { answers = {} } = parameters as ScreenParameters;
    await waitFor(async () => {
      await expect(queryClient.isFetching()).toBeLessThanOrEqual(withheldCalls());
      // A request outside of queries (after a captcha) is only visible by its skeleton.
      if (!Object.values(answers).includes('never'))
        await expect(document.querySelector('[style*="--skeleton-width"]')).toBeNull();
    }, patiently);
    if (text) await expect((await canvas.findAllByText(text, undefined, patiently)).length).toBeGreaterThan(0);
  };
}
const sandbox = /Sandbox|沙盒|แซนด์บ็อกซ์|Şȧȧƞḓƀǿǿẋ/;
/** The code of a screen is loaded first. */
const patiently = { timeout: 20_000 };

/** Common settings of all screen stories. */
export const ofScreens = {
  component: Screen,
  loaders: [prepare],
  // Fails on contract violations and on crashes: a crashed page has a title too.
  afterEach: ({ parameters }) => {
    const found = takeFaults(parameters);
    if (found.length > 0) throw new Error(found.join('\n'));
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
