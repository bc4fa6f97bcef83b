import type { Currency, NetworkIdValue } from '../domain/index.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, DepositAddress, Query, Valuation, WalletAccount } from '../internal/types.js';

/** Balances, and where deposits go. */
export function walletAccounts({ send }: Client) {
  return {
    /** One for each currency. */
    list: (options?: CallOptions): Call<WalletAccount[], 'GET /wallet-account/list'> =>
      send('GET /wallet-account/list', {}, options),
    search: (
      query: Body<'POST /wallet-account/search'> = {},
      options?: CallOptions,
    ): Pages<WalletAccount, 'POST /wallet-account/search'> =>
      pages(send, 'POST /wallet-account/search', query, options),
    /** What all of them are worth in one currency, and were. */
    getValuation: (
      query: Query<'GET /wallet-account/valuation'>,
      options?: CallOptions,
    ): Call<Valuation, 'GET /wallet-account/valuation'> =>
      send('GET /wallet-account/valuation', { params: { query } }, options),
    /** The customer's own address on a network. */
    getDepositAddress: (
      path: { currency: Currency; networkId: NetworkIdValue },
      options?: CallOptions,
    ): Call<DepositAddress, 'GET /wallet-account/deposit-address/{currency}/{networkId}'> =>
      send('GET /wallet-account/deposit-address/{currency}/{networkId}', { params: { path } }, options),
  };
}
