import { ApiError, type AuthUser } from '@wusd/api-sdk/core';
import type { EndCause } from '@wusd/auth-core';
import type { Scope } from '@wusd/api-sdk/domain';
import { loadAuth, mayBeSignedIn, subscribeAuth, tokens } from './auth.ts';
import { api, session } from '../api/client.ts';
import { invalidation } from '../api/invalidation.ts';
import { removeDrafts, sessionValues } from '../state/session-values.ts';
import { createStore } from '../state/store.ts';

/** Why the last session ended, until the customer has read it. */
export const endAlert = createStore<
  Extract<EndCause, 'expired' | 'superseded' | 'reused' | 'user-updated'> | undefined
>(undefined);

const alerting = new Set<EndCause>(['expired', 'superseded', 'reused', 'user-updated']);
let stream: AbortController | undefined;
let loading: Promise<boolean> | undefined;

/** Whether the customer holds scopes now: exact membership, nothing is implied by another. */
export function holds(...scopes: Scope[]): boolean {
  const held = session.get().authUser?.scopes ?? [];
  return scopes.every((scope) => held.includes(scope));
}

/**
 * Makes sure that the customer is known: a token is obtained, refreshed if needed, and the profile loaded once.
 *
 * @returns false where nobody is signed in
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
    // The session ended while this tab was closed or elsewhere.
    sessionValues.clear();
    return false;
  }
  let user: AuthUser;
  try {
    user = await api.user.getAuthUser();
  } catch (error) {
    // Only get-auth-user says so: the session is revoked, and refreshing would be refused too.
    if (error instanceof ApiError && error.is('SESSION_REVOKED')) await (await loadAuth()).end('revoked');
    if (error instanceof ApiError && error.is('SESSION_REVOKED', 'ACCESS_TOKEN_INVALID')) return false;
    throw error;
  }
  session.signedIn(user);
  openStream(user.lastEventId);
  return true;
}

/** Loaded with the first session: a visitor who never signs in needs no event stream. */
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
      // The next page that asks for the session opens it again.
      if (stream === opened) stream = undefined;
      reportError(error);
    });
}

/** Ties the session to the page: what happens when it ends, here or in another tab. */
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
    // Who signs in again after an expiry goes on where they were.
    if (event.cause !== 'expired') removeDrafts();
    invalidation.publish('session-ended');
    if (event.cause === 'expired' && wasSignedIn) void loadAuth().then((auth) => auth.writeLastPath(currentPath()));
    if (alerting.has(event.cause)) endAlert.set(event.cause as never);
    goHome();
  });
}
