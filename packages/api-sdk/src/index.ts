export { createWalletClient, type WalletClient } from './client.js';
export * from './core.js';
