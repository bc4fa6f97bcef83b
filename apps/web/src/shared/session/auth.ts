import type { Auth, AuthEvent } from '@wusd/auth-core';
import { hasStoredSession } from '@wusd/auth-core/store';

const listeners = new Set<(event: AuthEvent) => void>();
let loading: Promise<Auth> | undefined;

/** The session of this browser. Its code comes with the first need of it: a stranger's first page carries none. */
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

/** False where there is certainly nobody: nothing is stored, and nobody signed in here. */
export function mayBeSignedIn(): boolean {
  return loading !== undefined || hasStoredSession();
}

/** Hears of a sign-in and of an end, here or in another tab. */
export function subscribeAuth(listener: (event: AuthEvent) => void): void {
  listeners.add(listener);
  addEventListener('storage', () => {
    // Until the session's own code is here to hear it from the other tab itself.
    if (loading === undefined && hasStoredSession()) void loadAuth().then(() => listener({ type: 'signed-in' }));
  });
}

/** What the API's client asks for tokens. */
export const tokens: Pick<Auth, 'getAccessToken'> = {
  getAccessToken: async (options) => (mayBeSignedIn() ? (await loadAuth()).getAccessToken(options) : undefined),
};
