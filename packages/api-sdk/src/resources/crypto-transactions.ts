import type { Currency, NetworkIdValue } from '../domain/index.js';
import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, CryptoTransaction, Fee, Review } from '../internal/types.js';

/** Deposits from and withdrawals to blockchains. */
export function cryptoTransactions({ send }: Client) {
  return {
    search: (
      query: Body<'POST /crypto-transaction/search'> = {},
      options?: CallOptions,
    ): Pages<CryptoTransaction, 'POST /crypto-transaction/search'> =>
      pages(send, 'POST /crypto-transaction/search', query, options),
    get: (id: string, options?: CallOptions): Call<CryptoTransaction, 'GET /crypto-transaction/{id}'> =>
      send('GET /crypto-transaction/{id}', { params: { path: { id } } }, options),
    /**
     * Searches for a missing transfer, or claims it for a manual decision within one working day. `senderAddress`
     * serves as evidence.
     */
    verifyDeposit: (
      query: { mainNet: NetworkIdValue; txnHash: string; senderAddress?: string },
      options?: CallOptions,
    ): Call<CryptoTransaction, 'POST /crypto-transaction/verify-deposit'> =>
      send('POST /crypto-transaction/verify-deposit', { params: { query } }, options),
    /** Current fee of a withdrawal of this currency on this network. */
    getFee: (
      path: { currency: Currency; networkId: NetworkIdValue },
      options?: CallOptions,
    ): Call<Fee, 'GET /crypto-transaction/get-txn-fee/{currency}/{networkId}'> =>
      send('GET /crypto-transaction/get-txn-fee/{currency}/{networkId}', { params: { path } }, options),
    /** Dry run of {@link withdraw}, which needs the `intentId` of the result. */
    reviewWithdrawal: (
      body: Body<'POST /crypto-transaction/withdraw'>,
      options?: CallOptions,
    ): Call<Review, 'POST /crypto-transaction/withdraw'> =>
      review(send, 'POST /crypto-transaction/withdraw', { body }, options),
    /**
     * Withdraws to a saved address, or to a new address that is saved too. The recipient gets `money`; the fee is
     * added.
     */
    withdraw: (
      body: Body<'POST /crypto-transaction/withdraw'>,
      options: ActOptions,
    ): Call<CryptoTransaction, 'POST /crypto-transaction/withdraw'> =>
      act(send, 'POST /crypto-transaction/withdraw', SceneType.CRYPTO_WITHDRAW, { body }, options),
    /** Possible until the withdrawal is sent. */
    cancel: (id: string, options?: CallOptions): Call<CryptoTransaction, 'POST /crypto-transaction/{id}/cancel'> =>
      send('POST /crypto-transaction/{id}/cancel', { params: { path: { id } } }, options),
    /** PDF receipt in the client's language. */
    receipt: (id: string, options?: CallOptions): Call<Download, 'GET /crypto-transaction/receipt/{id}'> =>
      download(send, 'GET /crypto-transaction/receipt/{id}', { params: { path: { id } } }, options),
  };
}
