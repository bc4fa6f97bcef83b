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
// Whoever signs in may open the app where there is no connection; a stranger's first page fetches nothing ahead.
session.subscribe(() => {
  if (session.get().isLogin) void import('./app/service-worker-registration.ts').catch(() => {});
});
// The back-forward cache may restore a page whose session has ended since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && session.get().isLogin && !hasStoredSession()) location.reload();
});
// What boot.js has loaded too late for the first paint shows with the next page, so that no text moves.
const showTypeface = (): void => (globalThis as { showTypeface?: () => void }).showTypeface?.();
router.subscribe('onRendered', ({ pathChanged }) => {
  if (pathChanged) showTypeface();
});
// Nothing below waits for it: the page asks for it again where it fails.
void loadConfig().catch(() => {});
const container = document.querySelector('#root');
if (!container) throw new Error('The page has no root');
const knownSession = ensureSession().catch(() => {});
// With a session its frame stays until the app can render the page of that session.
await Promise.all([
  loadMessages(),
  router.load(),
  mayBeSignedIn() && knownSession,
  // The header loads them again if this fails.
  mayBeSignedIn() && loadCustomerMenus().catch(() => {}),
]);
const app = <App router={router} />;
if (isHydratable()) hydrateRoot(container, app);
else {
  delete document.documentElement.dataset['prerendered'];
  // No text has been painted yet where the document shows neither a page nor a frame.
  if (!isDocumentVisible()) showTypeface();
  container.replaceChildren();
  createRoot(container).render(app);
}
