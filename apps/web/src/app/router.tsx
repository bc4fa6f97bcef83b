import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { ConnectionError } from '@wusd/api-sdk/core';
import { type ComponentType, useLayoutEffect } from 'react';
import { type Area, loadArea } from '../shared/i18n/catalogues.ts';
import { enableControls } from './first-paint.ts';
import { guard, type Visitor } from './guard.ts';
import { PageUnavailable } from './PageUnavailable.tsx';
import { isInternal } from '../shared/routing/landing.ts';
import { accessOf, actPaths, legalPaths, type RoutePath, routeTable } from '../shared/routing/route-table.ts';
import { parseSearch, stringifySearch, validateSearchOf } from '../shared/routing/search.ts';
import { loadAuth, mayBeSignedIn } from '../shared/session/auth.ts';
import { ensureSession, holds } from '../shared/session/session.ts';
import { Shell } from './Shell.tsx';

/**
 * A screen that is loaded when it is first shown. A failed load is reported as a failed request: the router would
 * otherwise reload the page, which fails without a server.
 */
function screen(load: () => Promise<{ default: ComponentType }>, ...areas: Area[]) {
  return lazyRouteComponent(() =>
    Promise.all([load(), ...areas.map(loadArea)]).then(
      ([{ default: Screen }]) => ({ default: withControls(Screen) }),
      (error: unknown) => {
        throw new ConnectionError('screen', undefined, error);
      },
    ),
  );
}

/** Enables the controls of a prerendered screen once it is hydrated. */
function withControls(Screen: ComponentType): ComponentType {
  return function ScreenWithControls() {
    useLayoutEffect(enableControls, []);
    return <Screen />;
  };
}

/** Returns a function that creates a screen from an export of a bundle. The bundle may have other exports. */
function bundled<Bundle>(load: () => Promise<Bundle>, ...areas: Area[]) {
  type Name = { [Key in keyof Bundle]: Bundle[Key] extends ComponentType ? Key : never }[keyof Bundle];
  return (name: Name) =>
    screen(() => load().then((screens) => ({ default: screens[name] as ComponentType })), ...areas);
}
const securityScreen = bundled(
  () => import('../routes/security/index.ts'),
  'access',
  'security',
  'autoRedemption',
  'passkey',
);
const forgottenScreen = bundled(() => import('../routes/forgotten-password/index.ts'), 'access', 'passkey');
const swapScreen = bundled(() => import('../routes/swap/index.ts'), 'access', 'money');
const cryptoScreen = bundled(() => import('../routes/crypto/index.ts'), 'access', 'money');
const bankScreen = bundled(() => import('../routes/bank/index.ts'), 'access', 'money');
// The attachment field uses feedback messages, which are in the area `money`.
const fiatScreen = bundled(() => import('../routes/fiat/index.ts'), 'access', 'money', 'wallet');
const feedbackScreen = bundled(() => import('../routes/feedback/index.ts'), 'access', 'money');
const walletScreen = bundled(() => import('../routes/wallet/index.ts'), 'wallet', 'autoRedemption');
const historyScreen = bundled(() => import('../routes/wallet/history.ts'), 'wallet', 'access', 'money');
// The page that started the command has already loaded the messages that describe it.
const act = screen(() => import('../routes/security-verification-act.tsx'), 'access', 'security', 'passkey');
const changed = securityScreen('SecuritySuccess');
// With a session, load both files first: otherwise the page is empty until the second one arrives.
const home = screen(async () => {
  const route = await import('../routes/home.tsx');
  if (mayBeSignedIn()) await route.SignedInHome.preload?.();
  return route;
});
const notificationScreen = bundled(() => import('../routes/notifications/index.ts'), 'notifications');
const fees = screen(() => import('../routes/fees-and-limits.tsx'), 'money', 'wallet');
const legal = screen(() => import('../routes/legal.tsx'));
const notFound = screen(() => import('../routes/not-found.tsx'), 'wallet');

/** The screen of each route, loaded with its message areas. */
const screens: Partial<Record<RoutePath, ReturnType<typeof screen>>> = {
  '/': home,
  '/home': home,
  '/login': screen(() => import('../routes/login.tsx'), 'access'),
  '/security-verification/login': screen(
    () => import('../routes/security-verification-login.tsx'),
    'access',
    'passkey',
  ),
  '/security-verification/forget-password': forgottenScreen('ForgetPasswordVerification'),
  '/forget-password': forgottenScreen('ForgetPassword'),
  '/forget-password/set': forgottenScreen('ForgetPasswordSet'),
  '/forget-password/success': forgottenScreen('ForgetPasswordSuccess'),
  '/register': screen(() => import('../routes/register.tsx'), 'access', 'identity'),
  '/register/register-info': screen(() => import('../routes/register-info.tsx'), 'access', 'identity'),
  '/result/register-success': screen(() => import('../routes/register-success.tsx'), 'access', 'identity'),
  '/account-activation': screen(() => import('../routes/account-activation.tsx'), 'access', 'identity'),
  '/result/activate-success': screen(() => import('../routes/activate-success.tsx'), 'access', 'identity'),
  '/security-setting': securityScreen('SecuritySetting'),
  '/sessions': securityScreen('Sessions'),
  '/preferences': securityScreen('Preferences'),
  '/account-frozen': screen(() => import('../routes/account-frozen.tsx'), 'security'),
  '/security-setting/authenticator': securityScreen('Authenticator'),
  '/security-setting/recovery-codes': securityScreen('RecoveryCodes'),
  '/security-setting/anti-phishing-code': securityScreen('AntiPhishingCode'),
  '/change-password': securityScreen('ChangePassword'),
  '/change-phone': securityScreen('ChangePhone'),
  '/verify-phone': securityScreen('VerifyPhone'),
  '/change-email': securityScreen('ChangeEmail'),
  '/result/turn-on-auto-redemption-success': securityScreen('AutoRedemptionSuccess'),
  '/result/change-password-success': changed,
  '/result/verify-phone-success': changed,
  '/result/change-phone-success': changed,
  '/result/change-email-success': changed,
  '/bank-account': bankScreen('BankAccounts'),
  '/add-bank-account': bankScreen('AddBankAccount'),
  '/edit-bank-account': bankScreen('EditBankAccount'),
  '/result/bank-account-success': bankScreen('BankAccountSuccess'),
  '/result/bank-account-success1': bankScreen('BankAccountSuccessOnTheWay'),
  '/recipients': screen(() => import('../routes/recipients.tsx'), 'money', 'wallet'),
  '/fiat-deposit': fiatScreen('FiatDeposit'),
  '/fiat-withdraw': fiatScreen('FiatWithdraw'),
  '/view-fiat-deposit': fiatScreen('ViewFiatDeposit'),
  '/view-fiat-withdraw': fiatScreen('ViewFiatWithdraw'),
  '/result/fiat-deposit-success': fiatScreen('FiatDepositSuccess'),
  '/result/fiat-withdraw-success': fiatScreen('FiatWithdrawSuccess'),
  '/crypto-withdraw': cryptoScreen('CryptoWithdraw'),
  '/result/crypto-withdraw-success': cryptoScreen('CryptoWithdrawSuccess'),
  '/crypto-deposit': cryptoScreen('CryptoDeposit'),
  '/blockchain': cryptoScreen('Blockchain'),
  '/mint-redeem': swapScreen('MintRedeem'),
  '/mint-redeem/success': swapScreen('MintRedeemSuccess'),
  '/mint-redeem-order': swapScreen('MintRedeemOrder'),
  '/feedback': feedbackScreen('Feedback'),
  '/result/feedback-success': feedbackScreen('FeedbackSuccess'),
  '/wallet': walletScreen('Wallet'),
  '/fees-and-limits': fees,
  '/limits': fees,
  '/asset': walletScreen('Asset'),
  // The details of an entry use the messages of their own pages.
  '/wallet-history': historyScreen('WalletHistory'),
  '/statements': historyScreen('Statements'),
  '/notifications': notificationScreen('Notifications'),
  '/notifications/settings': notificationScreen('NotificationSettings'),
  '/accessibility': screen(() => import('../routes/accessibility.tsx'), 'identity'),
  '/account-info': screen(() => import('../routes/account-info.tsx'), 'access', 'identity', 'wallet'),
};

for (const path of legalPaths) screens[path] = legal;
for (const path of actPaths) screens[path] ??= act;

const root = createRootRouteWithContext<{ visitor: Visitor }>()({ component: Shell, notFoundComponent: notFound });

const page = <Path extends RoutePath>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: screens[path] ?? notFound,
    validateSearch: validateSearchOf(path),
    beforeLoad: async ({ context, location, preload }) => {
      const verdict = await guard(path, accessOf(path), context.visitor);
      if (!verdict) return;
      // Preloading a link on hover is not a visit.
      if (verdict.remember && !preload) await (await loadAuth()).writeLastPath(location.href);
      throw redirect({ to: verdict.to, replace: true });
    },
  });
type Pages = { [Path in RoutePath]: ReturnType<typeof page<Path>> };
const pages = Object.fromEntries((Object.keys(routeTable) as RoutePath[]).map((path) => [path, page(path)])) as Pages;

/** Redirects to a page of this site. A target outside it shows the not-found page (control 36). */
const redirecting = createRoute({
  getParentRoute: () => root,
  path: '/redirect/$',
  beforeLoad: ({ location }) => {
    const wanted = location.href.slice('/redirect'.length);
    const to = isInternal(wanted) && !wanted.startsWith('/redirect') ? wanted : '/404';
    throw redirect({ to: to as '/404', replace: true });
  },
});

/** @param visitor session that the guards check. @default the session of this browser */
export function createAppRouter(history?: RouterHistory, visitor: Visitor = { ensureSession, holds }) {
  return createRouter({
    ...(history && { history }),
    routeTree: root.addChildren({ ...pages, redirecting }),
    parseSearch,
    stringifySearch,
    context: { visitor },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // Prerendering has no document to scroll.
    scrollRestoration: typeof document !== 'undefined',
    defaultErrorComponent: PageUnavailable,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
