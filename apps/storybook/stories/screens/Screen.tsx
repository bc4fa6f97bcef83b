import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { Meta, StoryContext } from '@storybook/react-vite';
import { queryClient } from '@wusd/web/shared/api/query-client.tsx';
import { createAppRouter } from '@wusd/web/app/router.tsx';
import { useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import { withheldCalls } from '../../answers/contract.ts';
import { prepare, type ScreenParameters, takeFaults } from './prepare.ts';

export interface ScreenProps {
  /** The route, with its query. */
  at: string;
}

/** A whole screen of the web app, header and all, drawn by the app’s own router. */
export function Screen({ at }: ScreenProps) {
  const [router] = useState(() => createAppRouter(createMemoryHistory({ initialEntries: [at] })));
  return <RouterProvider router={router} />;
}

/** Waits until the screen has come to rest: its title is there, all that was asked is answered (but what never comes), and what it is about is on it. */
export function sees(text?: RegExp) {
  return async ({ canvas, parameters }: Pick<StoryContext<ScreenProps>, 'canvas' | 'parameters'>): Promise<void> => {
    await canvas.findByRole('heading', { level: 1 }, patiently);
    // What surrounds every page comes in a file of its own.
    await canvas.findByRole('button', { name: sandbox }, patiently);
    const { answers = {} } = parameters as ScreenParameters;
    await waitFor(async () => {
      await expect(queryClient.isFetching()).toBeLessThanOrEqual(withheldCalls());
      // What is asked outside of queries, once a captcha is solved, shows only by the place that is held for it.
      if (!Object.values(answers).includes('never'))
        await expect(document.querySelector('[style*="--skeleton-width"]')).toBeNull();
    }, patiently);
    if (text) await expect((await canvas.findAllByText(text, undefined, patiently)).length).toBeGreaterThan(0);
  };
}
const sandbox = /Sandbox|沙盒|แซนด์บ็อกซ์|Şȧȧƞḓƀǿǿẋ/;
/** A screen’s own code is fetched first. */
const patiently = { timeout: 20_000 };

/** What all screens’ stories have in common. */
export const ofScreens = {
  component: Screen,
  loaders: [prepare],
  // Nothing is answered against the contract, and nothing breaks: a page that says that it broke has a title too.
  afterEach: ({ parameters }) => {
    const found = takeFaults(parameters);
    if (found.length > 0) throw new Error(found.join('\n'));
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
