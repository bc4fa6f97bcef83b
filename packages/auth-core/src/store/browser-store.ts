import { type BrowserCipherOptions, createBrowserCipher } from './cipher.js';
import { createMemoryStore, type TokenSet, type TokenStore } from './store.js';

export interface EncryptedStoreOptions extends BrowserCipherOptions {
  /** What to do where this browser keeps nothing (blocked, private, full). @default 'memory' */
  onUnavailable?: 'memory';
  /** @default the page's */
  storage?: () => Storage;
}

/**
 * Keeps a session in local storage, encrypted except on `localhost`. Storage that is blocked or full means memory; a value
 * that was tampered with means signed out. It never throws.
 *
 * A value is `generation.text`. The generation is not secret and is authenticated with the text; it stands outside so that
 * comparing and writing are one step, with no wait for the cipher between them.
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
  /** Whether a swap was made in memory: until then what was kept in storage is not there to be compared with. */
  let hasMoved = false;
  /** What was last opened or sealed here: an unchanged value is not opened twice. */
  const opened = new Map<string, { raw: string | undefined; text: string | undefined }>();

  const contextOf = (key: string, generation: string): string => `${key}|${generation}`;

  /** One touch of local storage. The first that fails moves this store into memory. */
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
      // Tampered with, or its key is gone: as good as nothing. A newer value that came meanwhile stays.
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

  /** NaN, which equals no generation, where nothing is kept. */
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
      // Compared and written without a wait between: no other work of this browser's tabs comes in.
      const outcome = touch((kept) => {
        if (expected !== undefined && keptGeneration(kept) !== expected) return false;
        if (raw === undefined) kept.removeItem(tokensKey);
        else kept.setItem(tokensKey, raw);
        return true;
      });
      if (outcome === undefined) {
        // What may still lie in storage must not come back on the next visit.
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
    // Blocked: there is nothing to remove from.
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
