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
  /** Base URL of the API, e.g. `/api`. */
  baseUrl: string;
  /** Client id and sealing key, for clients that have already read `/config`. @default requests `/config` */
  getConfig?: (options: { fresh: boolean }) => Promise<AuthConfig>;
  /** @default in memory */
  store?: TokenStore;
  fetch?: typeof globalThis.fetch;
  /** BCP 47. @default 'en-US' */
  language?: () => string;
  /**
   * Opaque id of this browser, so that wrong passwords on other devices do not block it.
   *
   * @default an id for this page
   */
  device?: () => string;
  /** Milliseconds. @default 50000 */
  timeoutMs?: number;
  /** This device's clock, milliseconds since the epoch. @default Date.now */
  now?: () => number;
  /** Monotonic time in milliseconds, independent of the device's clock. @default performance.now */
  elapsed?: () => number;
  /**
   * Events after which the session is checked again.
   *
   * @default the page becomes visible or comes back online; no events elsewhere
   */
  wakes?: Wakes;
  /** @default the browser's tabs if the store is shared */
  tabs?: Tabs;
  /** Method to obtain tokens. @default the password grant with a code */
  grant?: Grant;
}

export type AuthEvent = { type: 'signed-in' } | { type: 'ended'; cause: EndCause };

export interface PendingSignIn {
  challenge: Challenge;
  /** Verifies the challenge and stores the tokens. After a wrong code the sign-in stays open for another. */
  complete(check: Check): Promise<void>;
}

export interface Auth {
  /** First step: a correct password opens a challenge. */
  begin(credentials: Credentials): Promise<PendingSignIn>;
  /** Both steps. `mfa` is called for a code after the password was accepted. */
  signIn(credentials: Credentials & { mfa: (challenge: Challenge) => Promise<Check> }): Promise<void>;
  /** Signs in with tokens of another grant, e.g. that of `/passkey`. */
  startSession(getTokens: (...context: GrantContext) => Promise<TokenAnswer>): Promise<void>;
  /**
   * Returns a token to send, refreshed if it has expired; undefined if nobody is signed in. In its last minute the
   * token is still returned while a background refresh runs.
   *
   * @param options.rejected a token that the server has just rejected
   * @throws AuthConnectionError if a refresh found no connection; the session is kept
   */
  getAccessToken(options?: { rejected?: string }): Promise<string | undefined>;
  /** Refreshes now, regardless of the expiry. @returns false if this ended the session */
  refresh(): Promise<boolean>;
  /** Signs out at the server and deletes the tokens, also offline. */
  signOut(): Promise<void>;
  /** Deletes the tokens because the server ended the session by another channel, e.g. an event. */
  end(cause: EndCause): Promise<void>;
  isSignedIn(): Promise<boolean>;
  readLastPath(): Promise<string | undefined>;
  writeLastPath(path: string | undefined): Promise<void>;
  subscribe(listener: (event: AuthEvent) => void): () => void;
}

const marginMs = 10_000;
/** Time limit of the first refresh attempt, and the pause of early refreshes after a failure. */
const soonMs = 4000;
const pauseMs = 2000;
const causes: Record<string, EndCause> = { '12001': 'expired', '12002': 'superseded', '12003': 'reused' };

/**
 * Manages one session for all tabs of a browser.
 *
 * Concurrency: a refresh runs once per tab, and across tabs under an advisory lock. Before a refresh, the tab reads the
 * store again and uses a newer token if there is one. After a rejection, it reads the store again before it ends the
 * session. A write replaces only the generation that was read, so a tab can neither restore a session that another tab
 * ended, nor end a session that another tab began.
 *
 * Lost responses: the store records a refresh as pending before it is sent, because its response can be lost when the
 * page is left or the network fails. The server repeats its response for ten seconds. A page that finds a pending
 * refresh repeats it at once, although the access token is still valid.
 *
 * Clocks: this device's clock and the monotonic time only decide when to refresh. The server decides whether a refresh
 * token has expired. Only if the server is unreachable does the stored expiry decide.
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
  /** On the scale of `elapsed`. Until then no early refresh is sent, because the last one failed. */
  let quietUntil = 0;

  const emit = (event: AuthEvent): void => {
    for (const listener of listeners) listener(event);
  };
  tabs.listen(({ ended }) =>
    emit(
      ended === undefined ? { type: 'signed-in' } : { type: 'ended', cause: ended === 'logout' ? 'elsewhere' : ended },
    ),
  );
  // Timers do not run during sleep. On waking, an expired session is detected at once, and the first call needs no
  // refresh.
  wakes(() => void auth.getAccessToken().catch(() => {}));

  function begun(answer: TokenAnswer | null | undefined, generation: number): TokenSet {
    // Not a response of our server, e.g. that of a proxy.
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

  /** @param generation ends only this generation; if omitted, any */
  async function end(cause: EndCause, generation?: number): Promise<boolean> {
    if (!(await store.swap(undefined, generation))) return false;
    tabs.send({ generation: generation ?? 0, ended: cause });
    emit({ type: 'ended', cause });
    return true;
  }

  /**
   * Sends a refresh, and repeats it after a short timeout: the server repeats a lost response only for a short time.
   */
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
    // Another tab has already refreshed.
    if (!current || (stale && current.generation !== stale.generation)) return current;
    const { generation, refreshToken } = current;
    let next: TokenSet;
    // Fails if another tab was faster.
    if (!(await store.swap({ ...current, isPending: true }, generation))) return store.read();
    try {
      next = begun(await askTwice(refreshToken), generation + 1);
    } catch (error) {
      const isRefused = error instanceof AuthError && error.status === 401;
      const isOver = error instanceof AuthConnectionError && lifetimes.refreshIsOver(current);
      if (!isRefused && !isOver) {
        quietUntil = elapsed() + pauseMs;
        // The server rejected the request before executing it. After a 5xx this is unknown.
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
      // Starts at a random number, so that it never equals a generation of an earlier session.
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
      // Offline, the tokens are still deleted here. The server's session ends when it expires.
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
