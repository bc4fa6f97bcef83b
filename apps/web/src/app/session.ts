import { ApiError, type AuthUser } from '@wusd/api-sdk/core';
import type { EndCause } from '@wusd/auth-core';
import type { Scope } from '@wusd/api-sdk/domain';
import { loadAuth, mayBeSignedIn, subscribeAuth, tokens } from './auth.ts';
import { api, session, streamUrl } from './services.ts';
import { stale } from './stale.ts';
import { createValue } from './value.ts';

/** Why the last session ended, until the customer has read it. */
export const endAlert = createValue<
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
  if (session.get().isLogin) return tokens.getAccessToken().then((token) => token !== undefined);
  loading ??= load().finally(() => (loading = undefined));
  return loading;
}

async function load(): Promise<boolean> {
  if (!mayBeSignedIn() || (await tokens.getAccessToken()) === undefined) return false;
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

/** Loads the profile and scopes again, e.g. after an approval changed them. */
async function reload(): Promise<void> {
  session.signedIn(await api.user.getAuthUser());
  stale.mark('everything');
}

function openStream(lastEventId: string): void {
  if (stream) return;
  stream = new AbortController();
  void follow(stream, lastEventId);
}

/** From the moment that the profile was read: an event between that and the stream's opening is not missed. */
async function follow(current: AbortController, lastEventId: string): Promise<void> {
  // Fetched with the first session: a visitor who never signs in needs no stream.
  const [{ createPageActivity, openEventStream }, auth] = await Promise.all([
    import('@wusd/auth-core/sse'),
    loadAuth(),
  ]);
  for await (const { data } of openEventStream(streamUrl, {
    auth,
    lastEventId,
    signal: current.signal,
    activity: createPageActivity({ signal: current.signal }),
    onOpen: refreshMoney,
  })) {
    const { type } = data;
    if (type === 'logout') await auth.end('superseded');
    else if (type === 'wallet_user_updated') await auth.end('user-updated');
    else if (type === '406') await relogin();
    else if (type === 'wallet_account_updated') refreshMoney();
  }
}

/** `406`: an automatic login, which is the refresh grant. Refused, the session ends with its alert; without a connection it stays. */
async function relogin(): Promise<void> {
  await loadAuth()
    .then((auth) => auth.refresh())
    .then((isSignedIn) => (isSignedIn ? reload() : undefined))
    .catch(() => {});
}

function refreshMoney(): void {
  stale.mark('wallet-accounts');
  stale.mark('orders');
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
    stale.mark('session');
    if (event.cause === 'expired' && wasSignedIn) void loadAuth().then((auth) => auth.writeLastPath(currentPath()));
    if (alerting.has(event.cause)) endAlert.set(event.cause as never);
    goHome();
  });
}
