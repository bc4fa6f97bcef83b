import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { ConnectionError } from '@wusd/api-sdk';
import type { ComponentType } from 'react';
import { type Area, loadArea } from './catalogues.ts';
import { Crashed } from './Crashed.tsx';
import { guard } from './guard.ts';
import { accessOf, type RoutePath, routeTable } from './route-table.ts';
import { loadAuth } from './auth.ts';
import { ensureSession, holds } from './session.ts';
import { Shell } from './Shell.tsx';

/**
 * A screen that is fetched when it is first shown. Where it can't be, that is a failed request like any other: the router's
 * own answer would be to reload the page, which without a server leaves none.
 */
function screen(load: () => Promise<{ default: ComponentType }>, area?: Area) {
  return lazyRouteComponent(() =>
    Promise.all([load(), area && loadArea(area)]).then(
      ([module]) => module,
      (error: unknown) => {
        throw new ConnectionError('screen', undefined, error);
      },
    ),
  );
}

const notFound = screen(() => import('../routes/not-found.tsx'));

/** Screens, each with the code it needs. */
const screens: Partial<Record<RoutePath, ReturnType<typeof screen>>> = {
  '/': screen(() => import('../routes/home.tsx')),
  '/home': screen(() => import('../routes/home.tsx')),
  '/login': screen(() => import('../routes/login.tsx'), 'access'),
  '/security-verification/login': screen(() => import('../routes/security-verification-login.tsx'), 'access'),
  '/security-verification/forget-password': screen(
    () => import('../routes/security-verification-forget-password.tsx'),
    'access',
  ),
  '/forget-password': screen(() => import('../routes/forget-password.tsx'), 'access'),
  '/forget-password/set': screen(() => import('../routes/forget-password-set.tsx'), 'access'),
  '/forget-password/success': screen(() => import('../routes/forget-password-success.tsx'), 'access'),
  '/account-activation': screen(() => import('../routes/account-activation.tsx'), 'access'),
  '/result/activate-success': screen(() => import('../routes/activate-success.tsx'), 'access'),
  '/wallet': screen(() => import('../routes/wallet.tsx')),
  '/account-info': screen(() => import('../routes/account-info.tsx')),
};

const root = createRootRoute({ component: Shell, notFoundComponent: notFound });

const routes = (Object.keys(routeTable) as RoutePath[]).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: screens[path] ?? notFound,
    errorComponent: Crashed,
    beforeLoad: async ({ location }) => {
      const verdict = await guard(path, accessOf(path), { ensureSession, holds });
      if (!verdict) return;
      if (verdict.remember) await (await loadAuth()).writeLastPath(location.href);
      throw redirect({ to: verdict.to, replace: true });
    },
  }),
);

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    ...(history && { history }),
    routeTree: root.addChildren(routes),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: Crashed,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
