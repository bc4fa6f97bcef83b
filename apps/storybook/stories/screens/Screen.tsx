import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { Meta, StoryContext } from '@storybook/react-vite';
import { createEncryptedStore } from '@wusd/auth-core/store';
import { loadAuth } from '@wusd/web/app/auth.ts';
import { cookieAgreement } from '@wusd/web/app/preferences.ts';
import { queryClient } from '@wusd/web/app/queries.tsx';
import { createAppRouter } from '@wusd/web/app/router.tsx';
import { configuration } from '@wusd/web/app/services.ts';
import { endAlert, ensureSession, watchSession } from '@wusd/web/app/session.ts';
import { stale } from '@wusd/web/app/stale.ts';
import { setupWorker } from 'msw/browser';
import { useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import { type Answers, answering, violations } from '../../answers/contract.ts';
import { lina, recordedAt } from '../../answers/lina.ts';

export interface ScreenProps {
  /** The route, with its query. */
  at: string;
}

/** A whole screen of the web app, header and all, drawn by the app’s own router. */
export function Screen({ at }: ScreenProps) {
  const [router] = useState(() => createAppRouter(createMemoryHistory({ initialEntries: [at] })));
  return <RouterProvider router={router} />;
}

/** Parameters of a screen’s story. */
export interface ScreenParameters {
  /** What the server answers otherwise than for the customer with a year behind her. */
  answers?: Answers;
  /** @default true */
  isSignedIn?: boolean;
  /** Whether what is shown is that something broke. */
  isBroken?: boolean;
}

const worker = setupWorker();
let starting: Promise<unknown> | undefined;

async function start(): Promise<void> {
  starting ??= worker.start({
    // Beside this page, wherever it is served from.
    serviceWorker: { url: new URL('mockServiceWorker.js', location.href).pathname },
    onUnhandledFrame: 'bypass',
    quiet: true,
  });
  await starting;
}
const broken: string[] = [];
// oxlint-disable no-console -- a screen's failure is told there, and nowhere else
const logged = console.error;
console.error = (...what: unknown[]) => {
  const error = what.find((each) => each instanceof Error);
  if (error) broken.push(`Broke: ${error.message}`);
  logged(...what);
};
// oxlint-enable no-console
watchSession(
  () => {},
  () => '/',
);

/** Who looks, and what is answered. One story leaves nothing to the next. */
export async function prepare({ parameters }: Pick<StoryContext<ScreenProps>, 'parameters'>): Promise<void> {
  const { answers = {}, isSignedIn = true } = parameters as ScreenParameters;
  violations.length = 0;
  broken.length = 0;
  await start();
  worker.resetHandlers(...answering({ ...lina, ...answers }, recordedAt));
  await (await loadAuth()).end('logout');
  stale.mark('session');
  endAlert.set(undefined);
  configuration.set(undefined);
  cookieAgreement.set('agreed');
  sessionStorage.clear();
  if (!isSignedIn) return;
  await createEncryptedStore().swap({
    accessToken: 'wat_story',
    refreshToken: 'wrt_story',
    accessExpiresAt: Date.now() + 900_000,
    refreshExpiresAt: Date.now() + 43_200_000,
    generation: Math.floor(Math.random() * 2 ** 32),
  });
  await ensureSession().catch(() => {});
}

/** Waits until the screen has come to rest: its title is there, all that was asked is answered, and what it is about is on it. */
export function sees(text?: RegExp) {
  return async ({ canvas, parameters }: Pick<StoryContext<ScreenProps>, 'canvas' | 'parameters'>): Promise<void> => {
    await canvas.findByRole('heading', { level: 1 }, patiently);
    const { answers = {} } = parameters as ScreenParameters;
    if (!Object.values(answers).includes('never'))
      await waitFor(() => expect(queryClient.isFetching()).toBe(0), patiently);
    if (text) await expect((await canvas.findAllByText(text, undefined, patiently)).length).toBeGreaterThan(0);
  };
}
/** A screen’s own code is fetched first. */
const patiently = { timeout: 5000 };

/** What all screens’ stories have in common. */
export const ofScreens = {
  component: Screen,
  loaders: [prepare],
  // Nothing is answered against the contract, and nothing breaks: a page that says that it broke has a title too.
  afterEach: ({ parameters }) => {
    const broke = broken.splice(0);
    const found = [...violations.splice(0), ...((parameters as ScreenParameters).isBroken ? [] : broke)];
    if (found.length > 0) throw new Error(found.join('\n'));
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof Screen>;
