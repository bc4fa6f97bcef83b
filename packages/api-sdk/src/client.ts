import type { TransportOptions } from './internal/options.js';
import { type Client, createTransport } from './internal/transport.js';
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
  otc,
  password,
  registration,
  sandbox,
  security,
  user,
  walletAccounts,
} from './resources/index.js';

type Resources = Record<string, (client: Client) => object>;

/** A client with the resources that were named, each under its name. */
export type ClientOf<R extends Resources> = {
  [Name in keyof R]: ReturnType<R[Name]>;
} & {
  /** The server's time by its last answer. */
  serverTime(): Date;
};

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
    user,
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
    feedback,
    sandbox,
  });
}

/**
 * The same with the resources you name, for pages where bytes count: a bundler leaves out the others.
 *
 * @example
 * import { otc, walletAccounts } from '@wusd/api-sdk/resources';
 * const api = createClientOf({ baseUrl, auth }, { otc, walletAccounts });
 */
export function createClientOf<R extends Resources>(options: TransportOptions, chosen: R): ClientOf<R> {
  const transport = createTransport(options);
  const built = Object.entries(chosen).map(([name, build]) => [name, build(transport)]);
  return { ...(Object.fromEntries(built) as ClientOf<R>), serverTime: transport.serverTime };
}
