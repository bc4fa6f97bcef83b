/** What is kept of a session. Times are milliseconds since the epoch by this device's clock. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** `expires_in` less ten seconds, so that a token is never sent as it dies. */
  accessExpiresAt: number;
  refreshExpiresAt: number;
  /** Raised by every rotation, begun at random by every sign-in: tokens that differ never share it. */
  generation: number;
  /** A refresh was sent, and its answer is not stored yet. */
  isPending?: true;
}

/**
 * Where a session is kept. Bring your own for a server or a native shell. None of these may throw: a store that can't be
 * read holds nothing, one that can't be written keeps its copy in memory.
 */
export interface TokenStore {
  /** Name of what the tabs of a browser share through this store; left out where nothing else reads it. */
  readonly sharedAs?: string;
  read(): Promise<TokenSet | undefined>;
  /**
   * Puts `next` in the place of what is kept; undefined removes the tokens, by name, and nothing else.
   *
   * @param expected does it only where the generation kept is still this one; left out, whatever is kept
   * @returns whether it was done
   */
  swap(next: TokenSet | undefined, expected?: number): Promise<boolean>;
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
    async swap(next, expected) {
      if (expected !== undefined && tokens?.generation !== expected) return false;
      tokens = next;
      return true;
    },
    readLastPath: async () => lastPath,
    async writeLastPath(path) {
      lastPath = path;
    },
  };
}
