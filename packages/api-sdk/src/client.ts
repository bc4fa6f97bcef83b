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
 * Client of the WUSD Wallet API with every resource. Every method answers the unwrapped `result`.
 *
 * @throws ApiError where the server refuses, TimeoutError after 50 s, ConnectionError where no answer can be read
 * @example
 * const api = createWalletClient({ baseUrl: 'https://wallet.example/api', auth });
 * for (const { currency, available } of await api.walletAccounts.list()) console.log(currency, available);
 */
export function createWalletClient(options: TransportOptions) {
  // Named one by one: a namespace would be kept whole by bundlers even where this function is not used.
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
