import { AuthError, type EndCause } from './errors.js';
import {
  type AuthConfig,
  type Challenge,
  type Check,
  createPasswordGrant,
  type Credentials,
  type Grant,
  type TokenAnswer,
} from './grant.js';
import { call, type CallEnvironment } from './internal/call.js';
import { createMemoryStore, type TokenSet, type TokenStore } from './store/store.js';
import { createBrowserTabs, noTabs, type Tabs } from './tabs.js';

export interface AuthOptions {
  /** Where the API is, e.g. `/api`. */
  baseUrl: string;
  /** Client id and sealing key; a client that has read `/config` already hands them over. @default asks `/config` */
  getConfig?: (options: { fresh: boolean }) => Promise<AuthConfig>;
  /** @default in memory */
  store?: TokenStore;
  fetch?: typeof globalThis.fetch;
  /** BCP 47. @default 'en-US' */
  language?: () => string;
  /** Opaque id of this browser, so that wrong passwords elsewhere do not pause it here. @default one for this page */
  device?: () => string;
  /** Milliseconds. @default 50000 */
  timeoutMs?: number;
  now?: () => number;
  /** @default those of the browser, where the store is shared */
  tabs?: Tabs;
  grant?: Grant;
}

export type AuthEvent = { type: 'signed-in' } | { type: 'ended'; cause: EndCause };

export interface PendingSignIn {
  challenge: Challenge;
  /** Proves it and stores the tokens. A wrong code can be followed by another; the sign-in stays open. */
  complete(check: Check): Promise<void>;
}

export interface Auth {
  /** First step: a correct password opens a challenge. */
  begin(credentials: Credentials): Promise<PendingSignIn>;
  /** Both steps: `mfa` is asked for a code once the password was right. */
  signIn(credentials: Credentials & { mfa: (challenge: Challenge) => Promise<Check> }): Promise<void>;
  /**
   * A token to send, refreshed if it has expired; undefined where nobody is signed in.
   *
   * @param options.rejected a token that the server has just refused
   * @throws AuthConnectionError where a refresh found no connection; the session is kept
   */
  getAccessToken(options?: { rejected?: string }): Promise<string | undefined>;
  /** Refreshes now, whatever the clock says; false where the session has ended by that. */
  refresh(): Promise<boolean>;
  /** Tells the server and forgets the tokens, offline too. */
  signOut(): Promise<void>;
  /** Forgets the tokens because the server said so by another way, e.g. an event. */
  end(cause: EndCause): Promise<void>;
  isSignedIn(): Promise<boolean>;
  readLastPath(): Promise<string | undefined>;
  writeLastPath(path: string | undefined): Promise<void>;
  subscribe(listener: (event: AuthEvent) => void): () => void;
}

const marginMs = 10_000;
const causes: Record<string, EndCause> = { '12001': 'expired', '12002': 'superseded', '12003': 'reused' };

/**
 * Keeps one session for all tabs of a browser.
 *
 * How races are met: a refresh runs once per tab, and among tabs under a lock that is only a hint. Whoever gets to refresh
 * reads the store again first and takes a newer token if there is one; whoever was refused reads it again before believing
 * that the session is over. What is written carries a generation one higher than what was read, and is dropped if the store
 * has moved on meanwhile, so a tab can't bring back a session that another tab ended.
 *
 * This device's clock decides only when to ask. Whether a refresh token has expired, the server says.
 */
export function createAuth(options: AuthOptions): Auth {
  const { store = createMemoryStore(), now = Date.now } = options;
  const environment: CallEnvironment = {
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    language: options.language ?? (() => 'en-US'),
    timeoutMs: options.timeoutMs ?? 50_000,
  };
  const tabs = options.tabs ?? (store.sharedAs === undefined ? noTabs : createBrowserTabs(store.sharedAs));
  const pageDevice = crypto.randomUUID();
  const grant =
    options.grant ??
    createPasswordGrant(
      environment,
      options.getConfig ?? (() => askConfig(environment)),
      options.device ?? (() => pageDevice),
    );
  const listeners = new Set<(event: AuthEvent) => void>();
  let refreshing: Promise<TokenSet | undefined> | undefined;

  const emit = (event: AuthEvent): void => {
    for (const listener of listeners) listener(event);
  };
  tabs.listen(({ ended }) =>
    emit(
      ended === undefined ? { type: 'signed-in' } : { type: 'ended', cause: ended === 'logout' ? 'elsewhere' : ended },
    ),
  );

  async function keep(answer: TokenAnswer, generation: number): Promise<TokenSet> {
    const tokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      accessExpiresAt: now() + answer.expires_in * 1000 - marginMs,
      refreshExpiresAt: now() + answer.rt_expires_in * 1000,
      generation,
    };
    await store.write(tokens);
    return tokens;
  }

  async function end(cause: EndCause, generation = 0): Promise<void> {
    await store.clear();
    tabs.send({ generation, ended: cause });
    emit({ type: 'ended', cause });
  }

  async function exchange(stale: TokenSet | undefined): Promise<TokenSet | undefined> {
    const current = await store.read();
    // Another tab was here first.
    if (!current || (stale && current.generation !== stale.generation)) return current;
    let answer: TokenAnswer;
    try {
      answer = await grant.refresh(current.refreshToken);
    } catch (error) {
      if (!(error instanceof AuthError) || error.status !== 401) throw error;
      const latest = await store.read();
      if (latest?.generation !== current.generation) return latest;
      await end(causes[error.errCode] ?? 'expired', current.generation);
      return undefined;
    }
    const latest = await store.read();
    if (latest?.generation !== current.generation) return latest;
    return keep(answer, current.generation + 1);
  }

  function refreshOnce(stale: TokenSet | undefined): Promise<TokenSet | undefined> {
    refreshing ??= tabs.alone(() => exchange(stale)).finally(() => (refreshing = undefined));
    return refreshing;
  }

  const auth: Auth = {
    async begin(credentials) {
      const attempt = await grant.begin(credentials);
      return {
        challenge: attempt.challenge,
        async complete(check) {
          const answer = await attempt.complete(check);
          const before = await store.read();
          const { generation } = await keep(answer, (before?.generation ?? 0) + 1);
          tabs.send({ generation });
          emit({ type: 'signed-in' });
        },
      };
    },
    async signIn({ mfa, ...credentials }) {
      const pending = await auth.begin(credentials);
      await pending.complete(await mfa(pending.challenge));
    },
    async getAccessToken({ rejected } = {}) {
      const tokens = await store.read();
      if (!tokens) return undefined;
      const isUsable = rejected === undefined ? tokens.accessExpiresAt > now() : tokens.accessToken !== rejected;
      return isUsable ? tokens.accessToken : (await refreshOnce(tokens))?.accessToken;
    },
    async refresh() {
      return (await refreshOnce(await store.read())) !== undefined;
    },
    async signOut() {
      const tokens = await store.read();
      await end('logout', tokens?.generation);
      if (!tokens) return;
      const headers = { authorization: `Bearer ${tokens.accessToken}` };
      // Offline the tokens are gone from here all the same; the server's copy dies by its own expiry.
      await call(environment, '/user/logout', { method: 'POST', headers }).catch(() => {});
    },
    end: (cause) => end(cause),
    isSignedIn: async () => (await store.read()) !== undefined,
    readLastPath: () => store.readLastPath(),
    writeLastPath: (path) => store.writeLastPath(path),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return auth;
}

async function askConfig(environment: CallEnvironment): Promise<AuthConfig> {
  const { GOOGLE, sealingKey } = await call<{
    GOOGLE: { OAUTH2_CLIENT_ID: string };
    sealingKey: AuthConfig['sealingKey'];
  }>(environment, '/config');
  return { clientId: GOOGLE.OAUTH2_CLIENT_ID, sealingKey };
}
