import { createBrowserKey, hashBrowserKey } from '@wusd/auth-core/activation';
import { createBrowserCipher } from '@wusd/auth-core/store';
import * as v from 'valibot';

/** The last registration of this browser, encrypted in local storage: the link of its mail opens in another tab. */
const storageKey = 'registration';
const schema = v.object({
  email: v.string(),
  /** Secret whose hash the server has. It proves that the account was registered here. */
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
 * Keeps a secret for a registration; a repeat for the same address keeps the one it has.
 *
 * @returns its hash for the server; undefined where this browser can't keep it, and the first sign-in takes a code
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
    // Storage is blocked: nothing was kept.
  }
}
