import { fromBase64Url, toBase64Url } from '../internal/base64url.js';

/** Encrypts text for local storage, and decrypts it. */
export interface Cipher {
  encrypt(plaintext: string, context: string): Promise<string>;
  /** @throws if the text was not encrypted with the same key and context */
  decrypt(ciphertext: string, context: string): Promise<string>;
}

/** Leaves text unchanged. Only for `localhost`, so that developers can read it. */
export const plainCipher: Cipher = {
  encrypt: async (plaintext) => plaintext,
  decrypt: async (ciphertext) => ciphertext,
};

const database = 'wusd-auth';
const objects = 'keys';
const ivBytes = 12;

export interface BrowserCipherOptions {
  /** Selects the key of this origin. @default 'wusd-web' */
  clientId?: string;
  /** @default the page's IndexedDB */
  indexedDb?: () => IDBFactory;
  /** @default the page's location */
  location?: { hostname: string; origin: string };
}

/**
 * The cipher of this browser, used by `createEncryptedStore`: AES-256-GCM, and plain text on `localhost`. The key is
 * loaded at the first use. The context states the purpose of a text, and is authenticated together with the origin.
 *
 * If the browser can't store a key (blocked, private), both functions reject.
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
 * AES-256-GCM with a non-exportable key in this browser's IndexedDB. Each encryption has its own random IV. The context
 * (origin, client, name of the value) is authenticated, so a value that was copied elsewhere can't be decrypted.
 *
 * It protects tokens in a copy of the disk, in a backup, and against an extension that only reads local storage. It
 * does not protect against script in the page, which can request the same decryption.
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
    // `add`, not `put`: if two tabs start together, the later tab uses the key of the earlier one.
    await done(keys('readwrite').add(created, name)).catch(() => {});
    return (await done<CryptoKey | undefined>(keys('readonly').get(name))) ?? created;
  } finally {
    db.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    // Only opening a database that another version holds open fires this event.
    request.addEventListener('blocked', reject);
    request.addEventListener('error', (event) => {
      // Without this, the error would abort the transaction and surface as a page error.
      event.preventDefault();
      reject(event);
    });
  });
}
