import { fromBase64Url, toBase64Url } from '../internal/base64url.js';

/** Turns text into what may lie in local storage, and back. */
export interface Cipher {
  encrypt(plaintext: string, context: string): Promise<string>;
  /** @throws where the text was not made by `encrypt` under the same key and context */
  decrypt(ciphertext: string, context: string): Promise<string>;
}

/** Leaves text as it is. Only for `localhost` itself, where a developer wants to look. */
export const plainCipher: Cipher = {
  encrypt: async (plaintext) => plaintext,
  decrypt: async (ciphertext) => ciphertext,
};

const database = 'wusd-auth';
const objects = 'keys';
const ivBytes = 12;

export interface BrowserCipherOptions {
  /** Which key of this origin is used. @default 'wusd-web' */
  clientId?: string;
  /** @default the page's */
  indexedDb?: () => IDBFactory;
  /** @default the page's */
  location?: { hostname: string; origin: string };
}

/**
 * The cipher of this browser, as `createEncryptedStore` uses it: AES-256-GCM, and plain on `localhost`. Its key is loaded with the
 * first text. The context names what a text is for, and is authenticated together with the origin.
 *
 * Where the browser keeps no key (blocked, private), both functions reject.
 */
export function createBrowserCipher({
  clientId = 'wusd-web',
  indexedDb = () => indexedDB,
  location = globalThis.location,
}: BrowserCipherOptions = {}): Cipher {
  let loading: Cipher | Promise<Cipher> | undefined;
  const by =
    (name: keyof Cipher) =>
    async (text: string, context: string): Promise<string> => {
      loading ??= location.hostname === 'localhost' ? plainCipher : createAesCipher(indexedDb(), clientId);
      return (await loading)[name](text, `${location.origin}|${context}`);
    };
  return { encrypt: by('encrypt'), decrypt: by('decrypt') };
}

/**
 * AES-256-GCM under a key that can't be exported and never leaves this browser's IndexedDB. Each encryption has its own
 * random IV; the context (origin, client, name of the value) is authenticated, so that a value copied elsewhere does not open.
 *
 * It keeps a copy of the disk, a backup or an extension that only reads local storage from yielding tokens. It does not
 * protect against script that runs in the page: that can ask for the same decryption.
 */
export async function createAesCipher(indexedDb: IDBFactory, name: string): Promise<Cipher> {
  const key = await loadKey(indexedDb, name);
  const parameters = (iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(context),
  });
  return {
    async encrypt(plaintext, context) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = await crypto.subtle.encrypt(parameters(iv, context), key, new TextEncoder().encode(plaintext));
      return `${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
    },
    async decrypt(ciphertext, context) {
      const [iv = '', sealed = ''] = ciphertext.split('.');
      const opened = await crypto.subtle.decrypt(parameters(fromBase64Url(iv), context), key, fromBase64Url(sealed));
      return new TextDecoder().decode(opened);
    },
  };
}

async function loadKey(indexedDb: IDBFactory, name: string): Promise<CryptoKey> {
  const opening = indexedDb.open(database, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(objects));
  const db = await done(opening);
  const keys = (mode: IDBTransactionMode): IDBObjectStore => db.transaction(objects, mode).objectStore(objects);
  try {
    const found = await done<CryptoKey | undefined>(keys('readonly').get(name));
    if (found) return found;
    const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    // `add`, not `put`: of two tabs that begin together, the later one takes the earlier one's key.
    await done(keys('readwrite').add(created, name)).catch(() => {});
    return (await done<CryptoKey | undefined>(keys('readonly').get(name))) ?? created;
  } finally {
    db.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    // Of a database that another version holds open; nothing but opening one answers so.
    request.addEventListener('blocked', reject);
    request.addEventListener('error', (event) => {
      // Handled here: unhandled it would abort the transaction and surface as a page error.
      event.preventDefault();
      reject(event);
    });
  });
}
