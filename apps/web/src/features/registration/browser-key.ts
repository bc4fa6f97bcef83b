import { createBrowserKey, hashBrowserKey } from '@wusd/auth-core/activation';
import { createBrowserCipher } from '@wusd/auth-core/store';
import * as v from 'valibot';

/**
 * Key of the browser's last registration, encrypted. In local storage, because the link in the mail opens another tab.
 */
const storageKey = 'registration';
const schema = v.object({
  email: v.string(),
  /** Secret whose hash the server stores. It proves that the account was registered in this browser. */
  browserKey: v.string(),
});
export type StoredRegistration = v.InferOutput<typeof schema>;

const cipher = createBrowserCipher();

export async function readRegistration(): Promise<StoredRegistration | undefined> {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? undefined : v.parse(schema, JSON.parse(await cipher.decrypt(stored, storageKey)));
  } catch {
    return undefined;
  }
}

/**
 * Stores a secret for a registration. A repeated registration of the same address reuses its secret.
 *
 * @returns hash of the secret for the server; undefined if it can't be stored, so that the first sign-in needs a code
 */
export async function keepRegistration(email: string): Promise<string | undefined> {
  try {
    const kept = await readRegistration();
    const browserKey = kept?.email === email ? kept.browserKey : createBrowserKey();
    const record: StoredRegistration = { email, browserKey };
    localStorage.setItem(storageKey, await cipher.encrypt(JSON.stringify(record), storageKey));
    return await hashBrowserKey(browserKey);
  } catch {
    return undefined;
  }
}

export function forgetRegistration(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
