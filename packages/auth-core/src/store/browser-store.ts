import { type BrowserCipherOptions, createBrowserCipher } from './cipher.js';
import { createMemoryStore, type TokenSet, type TokenStore } from './store.js';

export interface EncryptedStoreOptions extends BrowserCipherOptions {
  /** Behaviour if the browser stores nothing (blocked, private, full). @default 'memory' */
  onUnavailable?: 'memory';
  /** @default the page's local storage */
  storage?: () => Storage;
}

/**
 * Stores a session in local storage, encrypted except on `localhost`. If storage is blocked or full, it uses memory. A
 * tampered value means signed out. It never throws.
 *
 * A value is `generation.text`. The generation is not secret and is authenticated with the text. It is outside the
 * ciphertext so that comparing and writing are one synchronous step, without waiting for the cipher.
 */
export function createEncryptedStore({
  clientId = 'wusd-web',
  storage = () => localStorage,
  ...options
}: EncryptedStoreOptions = {}): TokenStore {
  const fallback = createMemoryStore();
  const sharedAs = `wusd-auth:${clientId}`;
  const tokensKey = `${sharedAs}:tokens`;
  const pathKey = `${sharedAs}:last-path`;
  const cipher = createBrowserCipher({ clientId, ...options });
  let inMemory = false;
  /** Whether a swap was made in memory. Until then, tokens that remain in storage are unavailable for comparison. */
  let hasMoved = false;
  /** Values last decrypted or encrypted here, so that an unchanged value is not decrypted twice. */
  const opened = new Map<string, { raw: string | undefined; text: string | undefined }>();

  const contextOf = (key: string, generation: string): string => `${key}|${generation}`;

  /** Accesses local storage. After the first failure this store uses memory. */
  function touch<T>(act: (kept: Storage) => T): T | undefined {
    if (inMemory) return undefined;
    try {
      return act(storage());
    } catch {
      inMemory = true;
      return undefined;
    }
  }

  function remove(key: string): void {
    opened.delete(key);
    touch((kept) => kept.removeItem(key));
  }

  async function open(key: string): Promise<string | undefined> {
    const raw = touch((kept) => kept.getItem(key)) ?? undefined;
    if (raw === undefined) return undefined;
    const known = opened.get(key);
    if (known?.raw === raw) return known.text;
    try {
      const dot = raw.indexOf('.');
      const text = await cipher.decrypt(raw.slice(dot + 1), contextOf(key, raw.slice(0, dot)));
      opened.set(key, { raw, text });
      return text;
    } catch {
      // Tampered with, or its key is lost: treated as absent. A newer value that was written meanwhile stays.
      if (touch((kept) => kept.getItem(key)) === raw) remove(key);
      return undefined;
    }
  }

  async function seal(key: string, generation: number, text: string): Promise<string | undefined> {
    if (inMemory) return undefined;
    try {
      const head = String(generation);
      return `${head}.${await cipher.encrypt(text, contextOf(key, head))}`;
    } catch {
      inMemory = true;
      return undefined;
    }
  }

  /** NaN, which equals no generation, if nothing is stored. */
  const keptGeneration = (kept: Storage): number => Number.parseInt(kept.getItem(tokensKey) ?? '', 10);

  return {
    sharedAs,
    async read() {
      const text = await open(tokensKey);
      if (inMemory) return fallback.read();
      return text === undefined ? undefined : tokenSet(text);
    },
    async swap(next, expected) {
      const text = next && JSON.stringify(next);
      const raw = next && text && (await seal(tokensKey, next.generation, text));
      // Compared and written synchronously, so that no other tab can write in between.
      const outcome = touch((kept) => {
        if (expected !== undefined && keptGeneration(kept) !== expected) return false;
        if (raw === undefined) kept.removeItem(tokensKey);
        else kept.setItem(tokensKey, raw);
        return true;
      });
      if (outcome === undefined) {
        // Tokens that remain in storage must not reappear at the next visit.
        attempt(() => storage().removeItem(tokensKey));
        const isFirst = !hasMoved;
        hasMoved = true;
        return fallback.swap(next, isFirst ? undefined : expected);
      }
      if (outcome) opened.set(tokensKey, { raw, text });
      return outcome;
    },
    async readLastPath() {
      const text = await open(pathKey);
      return inMemory ? fallback.readLastPath() : text;
    },
    async writeLastPath(lastPath) {
      const raw = lastPath === undefined ? undefined : await seal(pathKey, 0, lastPath);
      touch((kept) => (raw === undefined ? kept.removeItem(pathKey) : kept.setItem(pathKey, raw)));
      opened.delete(pathKey);
      if (inMemory) await fallback.writeLastPath(lastPath);
    },
  };
}

function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

function tokenSet(text: string): TokenSet | undefined {
  try {
    const value = JSON.parse(text) as TokenSet;
    const { accessToken, refreshToken, accessExpiresAt, refreshExpiresAt, generation } = value;
    const isWhole =
      [accessToken, refreshToken].every((token) => typeof token === 'string') &&
      [accessExpiresAt, refreshExpiresAt, generation].every(Number.isFinite);
    return isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}
