import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RegisteredRouter,
  RouterProvider,
} from '@tanstack/react-router';
import enUs from '@wusd/i18n/catalogues/en_US.json';
import { Messages } from '@wusd/i18n/react';
import type { AuthUser } from '@wusd/api-sdk/core';
import type { ReactNode } from 'react';
import { render, type RenderResult } from 'vitest-browser-react';
import { session } from '../src/shared/api/client.ts';
import { queryClient } from '../src/shared/api/query-client.tsx';
import { exampleOf } from './contract.ts';

export interface RenderOptions {
  /** Path of the page, with its search parameters. @default '/' */
  at?: string;
}

export interface Rendered {
  screen: RenderResult;
  router: RegisteredRouter;
}

/** Renders a component within messages, queries and a router, as the app does. */
export async function renderInApp(component: ReactNode, { at = '/' }: RenderOptions = {}): Promise<Rendered> {
  const root = createRootRoute();
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => component });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  }) as unknown as RegisteredRouter;
  const screen = await render(
    <Messages language="en_US" catalogue={enUs}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Messages>,
  );
  return { screen, router };
}

/** Signs in a customer. @param change overrides of the contract's example customer */
export function signIn(change: Partial<AuthUser> = {}): void {
  session.signedIn({ ...exampleOf('getAuthUser'), ...change });
}
