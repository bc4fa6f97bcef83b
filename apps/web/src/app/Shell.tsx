import { Outlet, useLocation } from '@tanstack/react-router';
import { EmptyState } from '@wusd/ui-kit/EmptyState';
import { ToastRegion } from '@wusd/ui-kit/Toast';
import { vars } from '@wusd/ui-kit/tokens';
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { CookieAgreement } from '../features/cookie-agreement/CookieAgreement.tsx';
import { Header } from '../features/header/Header.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { environmentFor } from './environment.ts';
import { FoldedRibbon, TestRibbon } from './TestRibbon.tsx';
import { loadArea } from '../shared/i18n/catalogues.ts';
import { setFailureMessages } from '../shared/feedback/failures.ts';
import { reportMissingConfig, useConfig } from '../shared/api/config.ts';
import { session } from '../shared/api/client.ts';
import { endAlert } from '../shared/session/session.ts';
import { dismissToast, toasts } from '../shared/feedback/toasts.ts';
import { isPaletteOpen } from '../shared/state/palette.ts';
import { useStore } from '../shared/state/store.ts';
import { useTranslate } from '../shared/i18n/use-translate.ts';

// Loaded when first needed.
const Alerts = lazy(() => Promise.all([import('./Alerts.tsx'), loadArea('wallet')]).then(([alerts]) => alerts));
const CommandPalette = lazy(() =>
  Promise.all([import('../routes/command-palette/CommandPalette.tsx'), loadArea('wallet')]).then(
    ([palette]) => palette,
  ),
);

/** On narrow screens a customer's navigation is a bottom bar. `--bottom-bar` is its height, for elements above it. */
const Frame = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;

  @media (max-width: 991px) {
    &[data-bar] {
      --bottom-bar: 64px;
      padding-bottom: calc(var(--bottom-bar) + env(safe-area-inset-bottom));
    }
  }
`;
const Skip = styled.a`
  position: absolute;
  inset-inline-start: ${vars.space4};
  top: -100px;
  z-index: 70;
  padding: ${vars.space4} ${vars.space5};
  border-radius: ${vars.radiusControl};
  background: ${vars.raised};
  color: ${vars.accentFg};

  &:focus {
    top: ${vars.space4};
  }
`;
const Main = styled.main`
  flex: 1;

  &:focus {
    outline: none;
  }
`;

/** Header, banners, dialogs and toasts around every screen. */
export function Shell() {
  const t = useTranslate();
  const config = useConfig();
  useEffect(reportMissingConfig, []);
  const shown = useStore(toasts);
  const alert = useStore(endAlert);
  const isSearching = useStore(isPaletteOpen);
  const main = useFocusAfterNavigation();
  const { authUser } = useStore(session);
  const mode = environmentFor(location.hostname);
  // A layout effect runs before the effects of the page, which may report a failure.
  useLayoutEffect(() => setFailureMessages({ timeout: t('app.requestTimeout'), failed: t('app.requestFailed') }), [t]);

  if (config && config.mode !== mode) {
    return (
      <Main id="content">
        <EmptyState icon="alert" level={1} title={t('mode.mismatch.title')}>
          {t('mode.mismatch.body', { host: t(`mode.${mode}`), server: t(`mode.${config.mode}`) })}
        </EmptyState>
      </Main>
    );
  }

  return (
    <Frame data-bar={authUser && ''}>
      <Skip href="#content">{t('app.skipToContent')}</Skip>
      <Header ribbon={mode === 'test' && <TestRibbon />} foldedRibbon={mode === 'test' && <FoldedRibbon />} />
      <Main id="content" tabIndex={-1} ref={main}>
        <ConnectionBanner />
        <Outlet />
      </Main>
      <CookieAgreement />
      <Suspense>{alert !== undefined && <Alerts />}</Suspense>
      <Suspense>{authUser && isSearching && <CommandPalette />}</Suspense>
      <ToastRegion toasts={shown} onDismiss={dismissToast} closeLabel={t('app.close')} />
    </Frame>
  );
}

/** Focuses the new screen after navigation, so that screen readers and the Tab key start there, not at the old link. */
function useFocusAfterNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
