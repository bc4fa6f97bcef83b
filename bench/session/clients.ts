// Runs in a page. Each client holds a session that was put where the client keeps it, and refreshes it against the same server.
import { createAuth } from '@wusd/auth-core';
import { createEncryptedStore } from '@wusd/auth-core/store';
import { Auth0Client } from '@auth0/auth0-spa-js';
import { GoTrueClient } from '@supabase/auth-js';
import { User, UserManager, WebStorageStateStore } from 'oidc-client-ts';

export interface Client {
  /** Puts a session into the browser's storage, as a sign-in would. */
  seed(refreshToken: string, idToken: string): Promise<void>;
  /** Requests a new token because the access token has expired. */
  refreshExpired(): Promise<unknown>;
  /** Requests a new token because the server rejected the last one. */
  afterRefusal(): Promise<unknown>;
}

const issuer = location.origin;

function ours(): Client {
  let skew = 0;
  const store = createEncryptedStore({ onUnavailable: 'memory' });
  const auth = createAuth({
    baseUrl: '',
    store,
    now: () => Date.now() + skew,
    grant: {
      begin: () => Promise.reject(new Error('Nobody signs in here')),
      async refresh(refreshToken) {
        const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
        const answer = (await (await fetch('/token', { method: 'POST', body })).json()) as Record<string, never>;
        return { ...answer, rt_expires_in: 1e9 } as never;
      },
    },
  });
  let sent = '';
  return {
    async seed(refreshToken) {
      const accessExpiresAt = Date.now() + 900_000;
      await store.swap({
        accessToken: 'access-0',
        refreshToken,
        accessExpiresAt,
        refreshExpiresAt: 1e15,
        generation: 1,
      });
      sent = 'access-0';
    },
    async refreshExpired() {
      skew += 3_600_000;
      return auth.getAccessToken();
    },
    afterRefusal: () => auth.getAccessToken({ rejected: sent }),
  };
}

function oidcClient(): Client {
  const manager = new UserManager({
    authority: issuer,
    client_id: 'bench',
    redirect_uri: issuer,
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: localStorage }),
    metadata: { issuer, token_endpoint: `${issuer}/token`, authorization_endpoint: `${issuer}/authorize` },
  });
  const refresh = (): Promise<unknown> => manager.signinSilent();
  return {
    seed: (refreshToken, idToken) =>
      manager.storeUser(
        new User({
          access_token: 'access-0',
          refresh_token: refreshToken,
          id_token: idToken,
          token_type: 'Bearer',
          expires_at: Math.floor(Date.now() / 1000) + 900,
          profile: { sub: 'mei', iss: issuer, aud: 'bench', exp: 4_000_000_000, iat: 1_700_000_000 },
        }),
      ),
    refreshExpired: refresh,
    afterRefusal: refresh,
  };
}

function supabase(): Client {
  const client = new GoTrueClient({
    url: issuer,
    storageKey: 'supabase',
    autoRefreshToken: false,
    storage: localStorage,
  });
  const refresh = async (): Promise<unknown> => {
    const { error } = await client.refreshSession();
    if (error) throw error;
    return undefined;
  };
  return {
    async seed(refreshToken) {
      const expires_at = Math.floor(Date.now() / 1000) + 900;
      const session = {
        access_token: 'a.b.c',
        refresh_token: refreshToken,
        expires_in: 900,
        expires_at,
        token_type: 'bearer',
        user: { id: 'mei' },
      };
      localStorage.setItem('supabase', JSON.stringify(session));
    },
    refreshExpired: refresh,
    afterRefusal: refresh,
  };
}

function auth0(): Client {
  const client = new Auth0Client({
    domain: issuer,
    clientId: 'bench',
    useRefreshTokens: true,
    cacheLocation: 'localstorage',
    authorizationParams: { redirect_uri: issuer },
  });
  const refresh = (): Promise<unknown> => client.getTokenSilently({ cacheMode: 'off' });
  return {
    async seed(refreshToken, idToken) {
      const scope = 'openid profile email offline_access';
      const body = {
        client_id: 'bench',
        access_token: 'access-0',
        refresh_token: refreshToken,
        id_token: idToken,
        scope,
        expires_in: 900,
        audience: 'default',
        decodedToken: { user: { sub: 'mei' }, claims: { __raw: idToken, sub: 'mei' } },
      };
      localStorage.setItem(
        `@@auth0spajs@@::bench::default::${scope}`,
        JSON.stringify({ body, expiresAt: Math.floor(Date.now() / 1000) + 900 }),
      );
    },
    refreshExpired: refresh,
    afterRefusal: refresh,
  };
}

export const clients: Record<string, () => Client> = {
  '@wusd/auth-core': ours,
  'oidc-client-ts': oidcClient,
  '@supabase/auth-js': supabase,
  '@auth0/auth0-spa-js': auth0,
};
