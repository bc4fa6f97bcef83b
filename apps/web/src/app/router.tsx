import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Crashed } from './Crashed.tsx';
import { guard } from './guard.ts';
import { accessOf, type RoutePath, routeTable } from './route-table.ts';
import { auth } from './services.ts';
import { ensureSession, holds } from './session.ts';
import { Shell } from './Shell.tsx';

const notFound = lazyRouteComponent(() => import('../routes/not-found.tsx'));

/** Screens, each with the code it needs. */
const screens: Partial<Record<RoutePath, ReturnType<typeof lazyRouteComponent>>> = {
  '/': lazyRouteComponent(() => import('../routes/home.tsx')),
  '/home': lazyRouteComponent(() => import('../routes/home.tsx')),
  '/login': lazyRouteComponent(() => import('../routes/login.tsx')),
  '/security-verification/login': lazyRouteComponent(() => import('../routes/security-verification-login.tsx')),
  '/wallet': lazyRouteComponent(() => import('../routes/wallet.tsx')),
  '/account-info': lazyRouteComponent(() => import('../routes/account-info.tsx')),
};

const root = createRootRoute({ component: Shell, notFoundComponent: notFound });

const routes = (Object.keys(routeTable) as RoutePath[]).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: screens[path] ?? notFound,
    errorComponent: Crashed,
    beforeLoad: async ({ location }) => {
      const verdict = await guard(path, accessOf(path), { ensureSession, holds: (scope) => holds(scope as never) });
      if (!verdict) return;
      if (verdict.remember) await auth.writeLastPath(location.href);
      throw redirect({ to: verdict.to, replace: true });
    },
  }),
);

export function createAppRouter() {
  return createRouter({
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
