import { createClientOf } from './client-of.js';
import type { TransportOptions } from './internal/options.js';
import {
  autoRedemption,
  bankAccounts,
  blockchainAddresses,
  config,
  contact,
  cryptoTransactions,
  feedback,
  fiatTransactions,
  history,
  mfa,
  notifications,
  otc,
  passkeys,
  password,
  registration,
  sandbox,
  security,
  statements,
  user,
  verification,
  walletAccounts,
} from './resources/index.js';

export type WalletClient = ReturnType<typeof createWalletClient>;

/**
 * Client of the WUSD Wallet API with all resources. Every method resolves with the unwrapped `result`.
 *
 * @throws ApiError if the server rejects the call, TimeoutError after 50 s, ConnectionError if there is no readable
 *   response
 * @example
 * const api = createWalletClient({ baseUrl: 'https://wallet.example/api', auth });
 * for (const { currency, available } of await api.walletAccounts.list()) console.log(currency, available);
 */
export function createWalletClient(options: TransportOptions) {
  // Named individually: bundlers would include a whole namespace import even if this function is unused.
  return createClientOf(options, {
    config,
    registration,
    password,
    passkeys,
    user,
    verification,
    contact,
    security,
    mfa,
    walletAccounts,
    autoRedemption,
    otc,
    cryptoTransactions,
    fiatTransactions,
    bankAccounts,
    blockchainAddresses,
    history,
    statements,
    notifications,
    feedback,
    sandbox,
  });
}
