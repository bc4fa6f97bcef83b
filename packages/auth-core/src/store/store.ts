/** What is kept of a session. Times are milliseconds since the epoch by this device's clock. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** `expires_in` less ten seconds, so that a token is never sent as it dies. */
  accessExpiresAt: number;
  refreshExpiresAt: number;
  /** Raised by every change; tells one tab that another was faster. */
  generation: number;
}

/**
 * Where a session is kept. Bring your own for a server or a native shell. None of these may throw: a store that can't be
 * read holds nothing, one that can't be written keeps its copy in memory.
 */
export interface TokenStore {
  /** Name of what the tabs of a browser share through this store; left out where nothing else reads it. */
  readonly sharedAs?: string;
  read(): Promise<TokenSet | undefined>;
  write(tokens: TokenSet): Promise<void>;
  /** Removes the tokens, by name, and nothing else. */
  clear(): Promise<void>;
  /** Last visited path, for returning to after signing in. */
  readLastPath(): Promise<string | undefined>;
  writeLastPath(path: string | undefined): Promise<void>;
}

/** Keeps a session as long as the page or process lives. */
export function createMemoryStore(): TokenStore {
  let tokens: TokenSet | undefined;
  let lastPath: string | undefined;
  return {
    read: async () => tokens,
    async write(set) {
      tokens = set;
    },
    async clear() {
      tokens = undefined;
    },
    readLastPath: async () => lastPath,
    async writeLastPath(path) {
      lastPath = path;
    },
  };
}
