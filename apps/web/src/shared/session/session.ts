import { ApiError, type AuthUser } from '@wusd/api-sdk/core';
import type { EndCause } from '@wusd/auth-core';
import type { Scope } from '@wusd/api-sdk/domain';
import { loadAuth, mayBeSignedIn, subscribeAuth, tokens } from './auth.ts';
import { api, session } from '../api/client.ts';
import { invalidation } from '../api/invalidation.ts';
import { removeDrafts, sessionValues } from '../state/session-values.ts';
import { createStore } from '../state/store.ts';

/** Why the last session ended, until the customer dismisses the alert. */
export const endAlert = createStore<
  Extract<EndCause, 'expired' | 'superseded' | 'reused' | 'user-updated'> | undefined
>(undefined);

const alerting = new Set<EndCause>(['expired', 'superseded', 'reused', 'user-updated']);
let stream: AbortController | undefined;
let loading: Promise<boolean> | undefined;

/** Whether the customer holds all given scopes. Exact match: no scope implies another. */
export function holds(...scopes: Scope[]): boolean {
  const held = session.get().authUser?.scopes ?? [];
  return scopes.every((scope) => held.includes(scope));
}

/**
 * Obtains a token, refreshing it if needed, and loads the profile once.
 *
 * @returns false if nobody is signed in
 */
export function ensureSession(): Promise<boolean> {
  const { authUser } = session.get();
  if (authUser) {
    openStream(authUser.lastEventId);
    return tokens.getAccessToken().then((token) => token !== undefined);
  }
  loading ??= load().finally(() => (loading = undefined));
  return loading;
}

async function load(): Promise<boolean> {
  if (!mayBeSignedIn() || (await tokens.getAccessToken()) === undefined) {
    // The session ended while this tab was closed, or in another tab.
    sessionValues.clear();
    return false;
  }
  let user: AuthUser;
  try {
    user = await api.user.getAuthUser();
  } catch (error) {
    // Only get-auth-user returns SESSION_REVOKED. A refresh would be refused too.
    if (error instanceof ApiError && error.is('SESSION_REVOKED')) await (await loadAuth()).end('revoked');
    if (error instanceof ApiError && error.is('SESSION_REVOKED', 'ACCESS_TOKEN_INVALID')) return false;
    throw error;
  }
  session.signedIn(user);
  openStream(user.lastEventId);
  return true;
}

/** Opens the event stream. Its code is loaded with the first session, because visitors need no stream. */
function openStream(lastEventId: string): void {
  if (stream) return;
  const opened = new AbortController();
  stream = opened;
  import('./live-events.ts')
    .then(({ followEvents, removeOthersDrafts }) => {
      removeOthersDrafts();
      return followEvents(opened.signal, lastEventId);
    })
    .catch((error: unknown) => {
      // The next page that requires the session opens the stream again.
      if (stream === opened) stream = undefined;
      reportError(error);
    });
}

/** Updates the page when a session starts or ends, in this or another tab. */
export function watchSession(goHome: () => void, currentPath: () => string): void {
  subscribeAuth((event) => {
    if (event.type === 'signed-in') {
      void ensureSession().catch(() => {});
      return;
    }
    const wasSignedIn = session.get().isLogin;
    stream?.abort();
    stream = undefined;
    session.clear();
    sessionValues.clear();
    // Drafts survive an expiry, so that the customer can continue after signing in again.
    if (event.cause !== 'expired') removeDrafts();
    invalidation.publish('session-ended');
    if (event.cause === 'expired' && wasSignedIn) void loadAuth().then((auth) => auth.writeLastPath(currentPath()));
    if (alerting.has(event.cause)) endAlert.set(event.cause as never);
    goHome();
  });
}
