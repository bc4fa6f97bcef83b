import type { Currency, NetworkIdValue } from '../domain/index.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, DepositAddress, Query, Valuation, WalletAccount } from '../internal/types.js';

/** Balances and deposit addresses. */
export function walletAccounts({ send }: Client) {
  return {
    /** One account for each currency. */
    list: (options?: CallOptions): Call<WalletAccount[], 'GET /wallet-account/list'> =>
      send('GET /wallet-account/list', {}, options),
    search: (
      query: Body<'POST /wallet-account/search'> = {},
      options?: CallOptions,
    ): Pages<WalletAccount, 'POST /wallet-account/search'> =>
      pages(send, 'POST /wallet-account/search', query, options),
    /** Total value of all accounts in one currency, now and in the past. */
    getValuation: (
      query: Query<'GET /wallet-account/valuation'>,
      options?: CallOptions,
    ): Call<Valuation, 'GET /wallet-account/valuation'> =>
      send('GET /wallet-account/valuation', { params: { query } }, options),
    /** The customer's deposit address on a network. */
    getDepositAddress: (
      path: { currency: Currency; networkId: NetworkIdValue },
      options?: CallOptions,
    ): Call<DepositAddress, 'GET /wallet-account/deposit-address/{currency}/{networkId}'> =>
      send('GET /wallet-account/deposit-address/{currency}/{networkId}', { params: { path } }, options),
  };
}
