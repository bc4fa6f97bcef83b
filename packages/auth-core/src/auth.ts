import { AuthConnectionError, AuthError, type EndCause } from './errors.js';
import {
  type AuthConfig,
  type Challenge,
  type Check,
  createPasswordGrant,
  type Credentials,
  type Grant,
  type GrantContext,
  type TokenAnswer,
} from './grant.js';
import { call, type CallEnvironment } from './internal/call.js';
import { createLifetimes } from './internal/lifetimes.js';
import { createMemoryStore, type TokenSet, type TokenStore } from './store/store.js';
import { createBrowserTabs, noTabs, type Tabs } from './tabs.js';
import { pageWakes, type Wakes } from './wakes.js';

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
  /** This device's clock, milliseconds since the epoch. @default Date.now */
  now?: () => number;
  /** Milliseconds that pass whatever is done to the clock. @default performance.now */
  elapsed?: () => number;
  /** Moments at which a session is looked at again. @default a page that becomes visible, or comes back online; none elsewhere */
  wakes?: Wakes;
  /** @default those of the browser, where the store is shared */
  tabs?: Tabs;
  /** How tokens are got. @default the password grant with a code */
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
  /** Signs in by tokens that another grant gets, e.g. that of `/passkey`. */
  startSession(getTokens: (...context: GrantContext) => Promise<TokenAnswer>): Promise<void>;
  /**
   * A token to send, refreshed if it has expired; undefined where nobody is signed in. In its last minute it is still
   * answered while the next one is fetched behind it.
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
/** How long the first answer to a refresh is waited for, and how long no other is asked for ahead of time after a failure. */
const soonMs = 4000;
const pauseMs = 2000;
const causes: Record<string, EndCause> = { '12001': 'expired', '12002': 'superseded', '12003': 'reused' };

/**
 * Keeps one session for all tabs of a browser.
 *
 * How races are met: a refresh runs once per tab, and among tabs under a lock that is only a hint. Whoever gets to refresh
 * reads the store again first and takes a newer token if there is one; whoever was refused reads it again before believing
 * that the session is over. What is written replaces only the generation that was read, so a tab can't bring back a session
 * that another tab ended, nor end one that another tab began.
 *
 * A refresh is noted in the store before it is sent, because its answer can be lost: the page is left, or the network fails. The server repeats the
 * answer for ten seconds. Whoever finds the note asks again at once, although the access token is still good.
 *
 * This device's clock decides only when to ask, together with the time that passed here whatever was done to the clock. Whether
 * a refresh token has expired, the server says; only where it can't be reached does the token's own expiry decide.
 */
export function createAuth(options: AuthOptions): Auth {
  const {
    baseUrl,
    store = createMemoryStore(),
    language = () => 'en-US',
    device = () => pageDevice,
    getConfig = () => askConfig(environment),
    timeoutMs = 50_000,
    now = Date.now,
    elapsed = () => performance.now(),
    fetch = (...request) => globalThis.fetch(...request),
    tabs = store.sharedAs === undefined ? noTabs : createBrowserTabs(store.sharedAs),
    wakes = pageWakes,
  } = options;
  const environment: CallEnvironment = { baseUrl, fetch, language, timeoutMs };
  const pageDevice = crypto.randomUUID();
  const context: GrantContext = [environment, getConfig, device];
  const grant = options.grant ?? createPasswordGrant(...context);
  const lifetimes = createLifetimes(now, elapsed);
  const listeners = new Set<(event: AuthEvent) => void>();
  let refreshing: Promise<TokenSet | undefined> | undefined;
  /** By `elapsed`: until then no refresh is sent ahead, as the last one has failed. */
  let quietUntil = 0;

  const emit = (event: AuthEvent): void => {
    for (const listener of listeners) listener(event);
  };
  tabs.listen(({ ended }) =>
    emit(
      ended === undefined ? { type: 'signed-in' } : { type: 'ended', cause: ended === 'logout' ? 'elsewhere' : ended },
    ),
  );
  // Asleep no timer runs: what ended meanwhile is noticed at once, and the first call needs no refresh.
  wakes(() => void auth.getAccessToken().catch(() => {}));

  function begun(answer: TokenAnswer | null | undefined, generation: number): TokenSet {
    // Not our server's answer, e.g. that of a proxy.
    if (!answer?.refresh_token || !(answer.expires_in > 0)) throw new AuthConnectionError(false);
    const tokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      accessExpiresAt: now() + answer.expires_in * 1000 - marginMs,
      refreshExpiresAt: now() + answer.rt_expires_in * 1000,
      generation,
    };
    lifetimes.begin(tokens);
    return tokens;
  }

  /** @param generation ends only this one; left out, whatever there is */
  async function end(cause: EndCause, generation?: number): Promise<boolean> {
    if (!(await store.swap(undefined, generation))) return false;
    tabs.send({ generation: generation ?? 0, ended: cause });
    emit({ type: 'ended', cause });
    return true;
  }

  /** An answer that does not come soon may be lost, and is given again only while the first is recent. */
  async function askTwice(refreshToken: string): Promise<TokenAnswer> {
    try {
      return await grant.refresh(refreshToken, soonMs);
    } catch (error) {
      if (error instanceof AuthConnectionError) return grant.refresh(refreshToken);
      throw error;
    }
  }

  async function exchange(stale: TokenSet | undefined): Promise<TokenSet | undefined> {
    const current = await store.read();
    // Another tab was here first.
    if (!current || (stale && current.generation !== stale.generation)) return current;
    const { generation, refreshToken } = current;
    let next: TokenSet;
    // Lost if another tab was faster.
    if (!(await store.swap({ ...current, isPending: true }, generation))) return store.read();
    try {
      next = begun(await askTwice(refreshToken), generation + 1);
    } catch (error) {
      const isRefused = error instanceof AuthError && error.status === 401;
      const isOver = error instanceof AuthConnectionError && lifetimes.refreshIsOver(current);
      if (!isRefused && !isOver) {
        quietUntil = elapsed() + pauseMs;
        // Refused before anything was done. Of a 5xx nobody knows whether it was.
        if (error instanceof AuthError && error.status < 500) await store.swap(current, generation);
        throw error;
      }
      const cause = isRefused ? (causes[error.errCode] ?? 'expired') : 'expired';
      return (await end(cause, generation)) ? undefined : store.read();
    }
    return (await store.swap(next, generation)) ? next : store.read();
  }

  function refreshOnce(stale: TokenSet | undefined): Promise<TokenSet | undefined> {
    refreshing ??= tabs.alone(() => exchange(stale)).finally(() => (refreshing = undefined));
    return refreshing;
  }

  const auth: Auth = {
    async begin(credentials) {
      const attempt = await grant.begin(credentials);
      return { ...attempt, complete: (check) => auth.startSession(() => attempt.complete(check)) };
    },
    async startSession(getTokens) {
      // Counted from a random number: a generation of an earlier session is never met again.
      const [first = 0] = crypto.getRandomValues(new Uint32Array(1));
      const tokens = begun(await getTokens(...context), first * 65_536);
      await store.swap(tokens);
      tabs.send({ generation: tokens.generation });
      emit({ type: 'signed-in' });
    },
    async signIn({ mfa, ...credentials }) {
      const pending = await auth.begin(credentials);
      await pending.complete(await mfa(pending.challenge));
    },
    async getAccessToken({ rejected } = {}) {
      const tokens = await store.read();
      if (!tokens) return undefined;
      const age = lifetimes.accessToken(tokens);
      const isUsable = rejected === undefined ? age !== 'dead' : tokens.accessToken !== rejected;
      if (!isUsable) return (await refreshOnce(tokens))?.accessToken;
      if ((age === 'due' || tokens.isPending) && elapsed() >= quietUntil) refreshOnce(tokens).catch(() => {});
      return tokens.accessToken;
    },
    async refresh() {
      return (await refreshOnce(await store.read())) !== undefined;
    },
    async signOut() {
      const tokens = await store.read();
      await end('logout');
      if (!tokens) return;
      const headers = { authorization: `Bearer ${tokens.accessToken}` };
      // Offline the tokens are gone from here all the same; the server's copy dies by its own expiry.
      await call(environment, '/user/logout', { method: 'POST', headers }).catch(() => {});
    },
    end: async (cause) => void (await end(cause)),
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
