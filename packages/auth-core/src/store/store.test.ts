import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { createEncryptedStore } from './browser-store.js';
import { createBrowserCipher } from './cipher.js';
import { hasStoredSession } from './stored.js';
import type { TokenSet } from './store.js';

const tokens: TokenSet = {
  accessToken: 'wat_secret',
  refreshToken: 'wrt_secret',
  accessExpiresAt: 1,
  refreshExpiresAt: 2,
  generation: 3,
};

/** Local storage of a browser, with simulated faults. */
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

test('reports whether a session is stored without decrypting it', async () => {
  const { storage } = fakeStorage();
  expect(hasStoredSession({ storage })).toBe(false);
  const store = createEncryptedStore({ storage, location: elsewhere });
  await store.swap(tokens);
  expect([hasStoredSession({ storage }), hasStoredSession({ storage, clientId: 'other' })]).toEqual([true, false]);
  await store.swap(undefined);
  expect(hasStoredSession({ storage })).toBe(false);
  expect(hasStoredSession({ storage: fakeStorage('blocked').storage })).toBe(false);
});

describe('the encrypted store', () => {
  test('stores a session without readable tokens (control 37)', async () => {
    const { items, storage } = fakeStorage();
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.swap(tokens);
    await store.writeLastPath('/wallet');
    expect([...items.values()].join()).not.toMatch(/secret|wallet"/);
    const again = createEncryptedStore({ storage, location: elsewhere });
    expect(await again.read()).toEqual(tokens);
    expect(await again.readLastPath()).toBe('/wallet');
  });

  test('encrypts equal values differently (control 37)', async () => {
    const { items, storage } = fakeStorage();
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.swap(tokens);
    const [first] = items.values();
    await store.swap(tokens);
    const [second] = items.values();
    expect(second).not.toBe(first);
  });

  test.each([
    ['another origin', { location: { hostname: 'evil.example', origin: 'https://evil.example' } }],
    ['another client', { clientId: 'other', location: elsewhere }],
  ])('treats a value copied to %s as signed out (control 37)', async (_, options) => {
    const { items, storage } = fakeStorage();
    await createEncryptedStore({ storage, location: elsewhere }).swap(tokens);
    const clientId = 'clientId' in options ? options.clientId : 'wusd-web';
    items.set(`wusd-auth:${clientId}:tokens`, [...items.values()][0] ?? '');
    expect(await createEncryptedStore({ storage, ...options }).read()).toBeUndefined();
  });

  test.each(['', '3.a.b', 'x', '{"tokens":{}}', 'null'])(
    'treats a value tampered with as %j as signed out, and deletes it',
    async (value) => {
      const { items, storage } = fakeStorage();
      const store = createEncryptedStore({ storage, location: elsewhere });
      await store.swap(tokens);
      const [key = ''] = items.keys();
      items.set(key, value);
      expect(await store.read()).toBeUndefined();
      expect(items.has(key)).toBe(false);
    },
  );

  test('stores plain text on localhost', async () => {
    const { items, storage } = fakeStorage();
    const location = { hostname: 'localhost', origin: 'http://localhost:8080' };
    await createEncryptedStore({ storage, location }).swap(tokens);
    expect([...items.values()].join()).toContain('wrt_secret');
  });

  test('treats a stored value on localhost that is not a session as signed out', async () => {
    const { items, storage } = fakeStorage();
    items.set('wusd-auth:wusd-web:tokens', '3.{"accessToken":1}');
    expect(
      await createEncryptedStore({ storage, location: { hostname: 'localhost', origin: 'http://localhost' } }).read(),
    ).toBeUndefined();
  });

  test.each(['blocked', 'full'] as const)('uses memory for %s storage, without an exception', async (trouble) => {
    const { storage } = fakeStorage(trouble);
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.swap(tokens);
    expect(await store.read()).toEqual(tokens);
    await store.writeLastPath('/wallet');
    expect(await store.readLastPath()).toBe('/wallet');
    await store.swap(undefined);
    expect(await store.read()).toBeUndefined();
    // A refresh in flight at log-out restores nothing.
    expect(await store.swap({ ...tokens, generation: tokens.generation + 1 }, tokens.generation)).toBe(false);
    expect(await store.read()).toBeUndefined();
  });

  test('uses memory without IndexedDB', async () => {
    const { storage, items } = fakeStorage();
    const store = createEncryptedStore({
      storage,
      location: elsewhere,
      indexedDb: () => {
        throw new Error('blocked');
      },
    });
    await store.swap(tokens);
    expect(items.size).toBe(0);
    expect(await store.read()).toEqual(tokens);
  });

  test('swaps only if the generation is the expected one, with concurrent writes of other tabs', async () => {
    const { storage } = fakeStorage();
    const one = createEncryptedStore({ storage, location: elsewhere });
    const other = createEncryptedStore({ storage, location: elsewhere });
    await one.swap(tokens);
    const done = await Promise.all(
      [one, other].map((store, index) =>
        store.swap({ ...tokens, accessToken: `tab ${index}`, generation: 4 }, tokens.generation),
      ),
    );
    expect(done.toSorted()).toEqual([false, true]);
    expect(await other.read()).toMatchObject({ accessToken: `tab ${done.indexOf(true)}` });
    expect(await one.swap(undefined, tokens.generation)).toBe(false);
    expect(await one.swap(undefined, 4)).toBe(true);
    expect(await other.read()).toBeUndefined();
  });

  test('treats a value with a changed generation as signed out (control 37)', async () => {
    const { items, storage } = fakeStorage();
    const store = createEncryptedStore({ storage, location: elsewhere });
    await store.swap(tokens);
    const [[key = '', raw = ''] = []] = items;
    items.set(key, raw.replace(/^3\./, '4.'));
    expect(await createEncryptedStore({ storage, location: elsewhere }).read()).toBeUndefined();
  });

  test('leaves no older token behind when storage fills up during a session', async () => {
    const trouble = { isFull: false };
    const { items, storage } = fakeStorage();
    const filling = (): Storage =>
      Object.assign(storage(), {
        setItem(key: string, value: string) {
          if (trouble.isFull) throw new DOMException('full', 'QuotaExceededError');
          items.set(key, value);
        },
      });
    const store = createEncryptedStore({ storage: filling, location: elsewhere });
    await store.swap(tokens);
    trouble.isFull = true;
    expect(await store.swap({ ...tokens, accessToken: 'wat_newer', generation: 4 }, 3)).toBe(true);
    expect(await store.read()).toMatchObject({ accessToken: 'wat_newer' });
    expect([...items.keys()]).toEqual([]);
  });
});

describe('the cipher for other values of a page', () => {
  test('decrypts its own values, in another tab too, and stores no readable text (control 37)', async () => {
    const sealed = await createBrowserCipher({ location: elsewhere }).encrypt('1,250.00 USD', 'draft');
    expect(sealed).not.toContain('USD');
    expect(await createBrowserCipher({ location: elsewhere }).decrypt(sealed, 'draft')).toBe('1,250.00 USD');
  });

  test.each([
    ['another purpose', { location: elsewhere }, 'other'],
    ['another client', { location: elsewhere, clientId: 'other' }, 'draft'],
    ['another origin', { location: { hostname: 'evil.example', origin: 'https://evil.example' } }, 'draft'],
  ])('rejects a value encrypted for %s (control 37)', async (_, options, context) => {
    const sealed = await createBrowserCipher({ location: elsewhere }).encrypt('secret', 'draft');
    await expect(createBrowserCipher(options).decrypt(sealed, context)).rejects.toThrow();
  });

  test('rejects if the browser can not store a key', async () => {
    const indexedDb = (): IDBFactory => {
      throw new DOMException('no', 'SecurityError');
    };
    await expect(createBrowserCipher({ location: elsewhere, indexedDb }).encrypt('text', 'draft')).rejects.toThrow(
      'no',
    );
  });
});
