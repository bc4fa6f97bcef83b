import type { EncryptedStoreOptions } from './browser-store.js';

/**
 * Whether a session is stored, without decrypting it, so that a page can defer loading the rest of this package. False
 * if storage can't be read.
 */
export function hasStoredSession({
  clientId = 'wusd-web',
  storage = () => localStorage,
}: Pick<EncryptedStoreOptions, 'clientId' | 'storage'> = {}): boolean {
  try {
    return storage().getItem(`wusd-auth:${clientId}:tokens`) !== null;
  } catch {
    return false;
  }
}
