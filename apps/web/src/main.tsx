import '@wusd/ui-kit/tokens.css';
import { hasStoredSession } from '@wusd/auth-core/store';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { isDocumentVisible, isHydratable } from './app/first-paint.ts';
import { loadCustomerMenus } from './features/header/Header.tsx';
import { loadMessages } from './shared/i18n/catalogues.ts';
import { followConnection } from './shared/api/connection.ts';
import { applyTheme, followOtherTabs, mirrorLanguage } from './shared/i18n/preferences.ts';
import { createAppRouter } from './app/router.tsx';
import { askServer, loadConfig, session } from './shared/api/client.ts';
import { mayBeSignedIn } from './shared/session/auth.ts';
import { ensureSession, watchSession } from './shared/session/session.ts';

applyTheme();
mirrorLanguage();
followOtherTabs();
followConnection(askServer);

const router = createAppRouter();
watchSession(
  () => void router.navigate({ to: '/home' }),
  () => router.state.location.href,
);
// The service worker opens the app offline for customers. A visitor's first page must not prefetch it.
session.subscribe(() => {
  if (session.get().isLogin) void import('./app/service-worker-registration.ts').catch(() => {});
});
// The back-forward cache may restore a page whose session has ended meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && session.get().isLogin && !hasStoredSession()) location.reload();
});
// If the typeface arrived after the first paint, show it from the next page on, so that no text shifts.
const showTypeface = (): void => (globalThis as { showTypeface?: () => void }).showTypeface?.();
router.subscribe('onRendered', ({ pathChanged }) => {
  if (pathChanged) showTypeface();
});
// Nothing below waits for the configuration. If this fails, the page requests it again.
void loadConfig().catch(() => {});
const container = document.querySelector('#root');
if (!container) throw new Error('The page has no root');
const knownSession = ensureSession().catch(() => {});
// With a session, the frame stays until the app can render the customer's page.
await Promise.all([
  loadMessages(),
  router.load(),
  mayBeSignedIn() && knownSession,
  // If this fails, the header loads the menus again.
  mayBeSignedIn() && loadCustomerMenus().catch(() => {}),
]);
const app = <App router={router} />;
if (isHydratable()) hydrateRoot(container, app);
else {
  delete document.documentElement.dataset['prerendered'];
  // If the document shows neither a page nor a frame, no text has been painted yet.
  if (!isDocumentVisible()) showTypeface();
  container.replaceChildren();
  createRoot(container).render(app);
}
