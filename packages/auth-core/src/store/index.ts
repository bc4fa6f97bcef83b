export { createEncryptedStore, type EncryptedStoreOptions } from './browser-store.js';
export { type BrowserCipherOptions, type Cipher, createBrowserCipher } from './cipher.js';
export { createMemoryStore, type TokenSet, type TokenStore } from './store.js';
export { hasStoredSession } from './stored.js';
