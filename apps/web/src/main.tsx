import '@wusd/ui-kit/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { loadMessages } from './shared/i18n/catalogues.ts';
import { followConnection } from './shared/api/connection.ts';
import { applyTheme, followOtherTabs } from './shared/i18n/preferences.ts';
import { createAppRouter } from './app/router.tsx';
import { session } from './shared/api/client.ts';
import { ensureSession, watchSession } from './shared/session/session.ts';

applyTheme();
followOtherTabs();
followConnection();

const router = createAppRouter();
watchSession(
  () => void router.navigate({ to: '/home' }),
  () => router.state.location.href,
);
// Whoever signs in may open the app where there is no connection; a stranger's first page fetches nothing ahead.
session.subscribe(() => {
  if (session.get().isLogin) void import('./app/service-worker-registration.ts').catch(() => {});
});
// Public pages do not wait for it; the header follows.
void ensureSession().catch(() => {});

await loadMessages();
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const container = document.querySelector('#root');
if (!container) throw new Error('The page has no root');
// The page drawn at build time stays until the app can draw the same: without this there would be a blank between them.
if (document.querySelector('style[data-prerendered]')) await router.load();
createRoot(container).render(<App router={router} nonce={nonce} />);
