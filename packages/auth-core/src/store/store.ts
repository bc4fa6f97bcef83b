/** Stored tokens of a session. Times are milliseconds since the epoch on this device's clock. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string;
  /** `expires_in` minus ten seconds, so that a token does not expire in transit. */
  accessExpiresAt: number;
  refreshExpiresAt: number;
  /**
   * Incremented by every rotation, starting at a random number for every sign-in, so that different tokens never share
   * it.
   */
  generation: number;
  /** A refresh was sent, and its response is not stored yet. */
  isPending?: true;
}

/**
 * Storage of a session. Implement it for a server or a native shell. Its methods must not throw: a store that can't be
 * read returns nothing, and a store that can't be written keeps a copy in memory.
 */
export interface TokenStore {
  /** Name for sharing between the tabs of a browser; omit it if no other page reads the store. */
  readonly sharedAs?: string;
  read(): Promise<TokenSet | undefined>;
  /**
   * Replaces the stored tokens with `next`. `undefined` removes the tokens and nothing else.
   *
   * @param expected replaces only if this generation is stored; if omitted, always
   * @returns whether the tokens were replaced
   */
  swap(next: TokenSet | undefined, expected?: number): Promise<boolean>;
  /** Last visited path, to return to after sign-in. */
  readLastPath(): Promise<string | undefined>;
  writeLastPath(path: string | undefined): Promise<void>;
}

/** Stores a session in memory, for the lifetime of the page or process. */
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
