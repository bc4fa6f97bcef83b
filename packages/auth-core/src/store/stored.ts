import type { EncryptedStoreOptions } from './browser-store.js';

/**
 * Whether there is anything to open, without opening it: a page can leave the rest of this package for when there is. False
 * where storage can't be read.
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
