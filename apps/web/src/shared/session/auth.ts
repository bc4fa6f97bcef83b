import type { Auth, AuthEvent } from '@wusd/auth-core';
import { hasStoredSession } from '@wusd/auth-core/store';

const listeners = new Set<(event: AuthEvent) => void>();
let loading: Promise<Auth> | undefined;

/** The session of this browser. Its code is loaded on demand, so that a visitor's first page does not include it. */
export function loadAuth(): Promise<Auth> {
  loading ??= import('./page-auth.ts').then(
    ({ createPageAuth }) => {
      const auth = createPageAuth();
      auth.subscribe((event) => {
        for (const listener of listeners) listener(event);
      });
      return auth;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** False if certainly nobody is signed in: there is no stored session, and nobody signed in on this page. */
export function mayBeSignedIn(): boolean {
  return loading !== undefined || hasStoredSession();
}

/** Notifies a listener of a sign-in and of the end of a session, in this or another tab. */
export function subscribeAuth(listener: (event: AuthEvent) => void): void {
  listeners.add(listener);
  addEventListener('storage', () => {
    // Only until the session's code is loaded, which then receives events from other tabs itself.
    if (loading === undefined && hasStoredSession()) void loadAuth().then(() => listener({ type: 'signed-in' }));
  });
}

/** Provides access tokens to the API client. */
export const tokens: Pick<Auth, 'getAccessToken'> = {
  getAccessToken: async (options) => (mayBeSignedIn() ? (await loadAuth()).getAccessToken(options) : undefined),
};
