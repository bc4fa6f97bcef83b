import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { createEncryptedStore } from './browser-store.js';
import type { TokenSet } from './store.js';

const tokens: TokenSet = {
  accessToken: 'wat_secret',
  refreshToken: 'wrt_secret',
  accessExpiresAt: 1,
  refreshExpiresAt: 2,
  generation: 3,
};

/** Local storage as a browser has it, with switches for what can go wrong. */
function fakeStorage(trouble: 'none' | 'blocked' | 'full' = 'none') {
  const items = new Map<string, string>();
  const guard = (isWrite: boolean): void => {
    if (trouble === 'blocked' || (trouble === 'full' && isWrite)) throw new DOMException('no', 'QuotaExceededError');
  };
  const storage = {
    getItem: (key: string) => (guard(false), items.get(key) ?? null),
    setItem: (key: string, value: string) => (guard(true), void items.set(key, value)),
    removeItem: (key: string) => (guard(false), void items.delete(key)),
  } as Storage;
  return { items, storage: () => storage };
}
const elsewhere = { hostname: 'wallet.example', origin: 'https://wallet.example' };

describe('the encrypted store', () => {
  test('keeps a session, and no token is readable in what is stored (control 37)', async () => {
    const { items, storage } = fakeStorage();
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.write(tokens);
    await store.writeLastPath('/wallet');
    expect([...items.values()].join()).not.toMatch(/secret|wallet"/);
    const again = createEncryptedStore({ storage, location: elsewhere });
    expect(await again.read()).toEqual(tokens);
    expect(await again.readLastPath()).toBe('/wallet');
  });

  test('never encrypts two writes alike (control 37)', async () => {
    const { items, storage } = fakeStorage();
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.write(tokens);
    const [first] = items.values();
    await store.write(tokens);
    const [second] = items.values();
    expect(second).not.toBe(first);
  });

  test.each([
    ['another origin', { location: { hostname: 'evil.example', origin: 'https://evil.example' } }],
    ['another client', { clientId: 'other', location: elsewhere }],
  ])('a value copied to %s means signed out (control 37)', async (_, options) => {
    const { items, storage } = fakeStorage();
    await createEncryptedStore({ storage, location: elsewhere }).write(tokens);
    const clientId = 'clientId' in options ? options.clientId : 'wusd-web';
    items.set(`wusd-auth:${clientId}:tokens`, [...items.values()][0] ?? '');
    expect(await createEncryptedStore({ storage, ...options }).read()).toBeUndefined();
  });

  test.each(['', '1.a.b', 'x', '{"tokens":{}}', 'null'])(
    'tampered with as %j means signed out, and the value is gone',
    async (value) => {
      const { items, storage } = fakeStorage();
      const store = createEncryptedStore({ storage, location: elsewhere });
      await store.write(tokens);
      const [key = ''] = items.keys();
      items.set(key, value);
      expect(await store.read()).toBeUndefined();
      expect(items.has(key)).toBe(false);
    },
  );

  test('on localhost itself is plain', async () => {
    const { items, storage } = fakeStorage();
    await createEncryptedStore({ storage, location: { hostname: 'localhost', origin: 'http://localhost:8080' } }).write(
      tokens,
    );
    expect([...items.values()].join()).toContain('wrt_secret');
  });

  test('on localhost, a stored value that is not a session means signed out', async () => {
    const { items, storage } = fakeStorage();
    items.set('wusd-auth:wusd-web:tokens', '{"tokens":{"accessToken":1}}');
    expect(
      await createEncryptedStore({ storage, location: { hostname: 'localhost', origin: 'http://localhost' } }).read(),
    ).toBeUndefined();
  });

  test.each(['blocked', 'full'] as const)('%s storage means memory, never an exception', async (trouble) => {
    const { storage } = fakeStorage(trouble);
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.write(tokens);
    expect(await store.read()).toEqual(tokens);
    await store.writeLastPath('/wallet');
    expect(await store.readLastPath()).toBe('/wallet');
    await store.clear();
    expect(await store.read()).toBeUndefined();
  });

  test('without IndexedDB means memory', async () => {
    const { storage, items } = fakeStorage();
    const store = createEncryptedStore({
      storage,
      location: elsewhere,
      indexedDb: () => {
        throw new Error('blocked');
      },
    });
    await store.write(tokens);
    expect(items.size).toBe(0);
    expect(await store.read()).toEqual(tokens);
  });
});
