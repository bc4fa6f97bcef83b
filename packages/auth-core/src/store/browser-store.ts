import { type Cipher, createAesCipher, plainCipher } from './cipher.js';
import { createMemoryStore, type TokenSet, type TokenStore } from './store.js';

export interface EncryptedStoreOptions {
  /** Told apart in one origin by this, and bound to it. @default 'wusd-web' */
  clientId?: string;
  /** What to do where this browser keeps nothing (blocked, private, full). @default 'memory' */
  onUnavailable?: 'memory';
  /** @default the page's */
  storage?: () => Storage;
  /** @default the page's */
  indexedDb?: () => IDBFactory;
  /** @default the page's */
  location?: { hostname: string; origin: string };
}

interface Stored {
  tokens?: TokenSet;
  lastPath?: string;
}

/**
 * Keeps a session in local storage, encrypted except on `localhost`. Storage that is blocked or full means memory; a value
 * that was tampered with means signed out. It never throws.
 */
export function createEncryptedStore({
  clientId = 'wusd-web',
  storage = () => localStorage,
  indexedDb = () => indexedDB,
  location = globalThis.location,
}: EncryptedStoreOptions = {}): TokenStore {
  const fallback = createMemoryStore();
  const tokensKey = `wusd-auth:${clientId}:tokens`;
  const pathKey = `wusd-auth:${clientId}:last-path`;
  let inMemory = false;
  let cipher: Promise<Cipher> | undefined;
  const opened = new Map<string, { raw: string; value: Stored }>();

  function loadCipher(): Promise<Cipher> {
    cipher ??=
      location.hostname === 'localhost' ? Promise.resolve(plainCipher) : createAesCipher(indexedDb(), clientId);
    return cipher;
  }

  const contextOf = (key: string): string => `${location.origin}|${key}`;

  async function get(key: string): Promise<Stored | undefined> {
    if (inMemory) return undefined;
    let raw: string | null;
    try {
      raw = storage().getItem(key);
    } catch {
      inMemory = true;
      return undefined;
    }
    if (raw === null) return undefined;
    const known = opened.get(key);
    if (known?.raw === raw) return known.value;
    try {
      const value = JSON.parse(await (await loadCipher()).decrypt(raw, contextOf(key))) as Stored;
      opened.set(key, { raw, value });
      return value;
    } catch {
      // Tampered with, or its key is gone: as good as nothing.
      remove(key);
      return undefined;
    }
  }

  async function set(key: string, value: Stored): Promise<boolean> {
    if (inMemory) return false;
    try {
      const raw = await (await loadCipher()).encrypt(JSON.stringify(value), contextOf(key));
      storage().setItem(key, raw);
      opened.set(key, { raw, value });
      return true;
    } catch {
      remove(key);
      inMemory = true;
      return false;
    }
  }

  function remove(key: string): void {
    opened.delete(key);
    try {
      storage().removeItem(key);
    } catch {
      inMemory = true;
    }
  }

  return {
    sharedAs: `wusd-auth:${clientId}`,
    async read() {
      const stored = await get(tokensKey);
      return inMemory ? fallback.read() : isTokenSet(stored?.tokens) ? stored.tokens : undefined;
    },
    async write(tokens) {
      if (!(await set(tokensKey, { tokens }))) await fallback.write(tokens);
    },
    async clear() {
      remove(tokensKey);
      await fallback.clear();
    },
    async readLastPath() {
      const stored = await get(pathKey);
      return inMemory ? fallback.readLastPath() : stored?.lastPath;
    },
    async writeLastPath(lastPath) {
      if (lastPath === undefined) remove(pathKey);
      else if (await set(pathKey, { lastPath })) return;
      await fallback.writeLastPath(lastPath);
    },
  };
}

function isTokenSet(value: TokenSet | undefined): value is TokenSet {
  return (
    typeof value?.accessToken === 'string' &&
    typeof value.refreshToken === 'string' &&
    typeof value.accessExpiresAt === 'number' &&
    typeof value.refreshExpiresAt === 'number' &&
    typeof value.generation === 'number'
  );
}
