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
    /** Looks for a transfer that did not show, or claims it: a person decides, up to one working day. `senderAddress` is evidence. */
    verifyDeposit: (
      query: { mainNet: NetworkIdValue; txnHash: string; senderAddress?: string },
      options?: CallOptions,
    ): Call<CryptoTransaction, 'POST /crypto-transaction/verify-deposit'> =>
      send('POST /crypto-transaction/verify-deposit', { params: { query } }, options),
    /** What a withdrawal of this currency on this network costs now. */
    getFee: (
      path: { currency: Currency; networkId: NetworkIdValue },
      options?: CallOptions,
    ): Call<Fee, 'GET /crypto-transaction/get-txn-fee/{currency}/{networkId}'> =>
      send('GET /crypto-transaction/get-txn-fee/{currency}/{networkId}', { params: { path } }, options),
    /** What a withdrawal would do; its `intentId` goes into {@link withdraw}. */
    reviewWithdrawal: (
      body: Body<'POST /crypto-transaction/withdraw'>,
      options?: CallOptions,
    ): Call<Review, 'POST /crypto-transaction/withdraw'> =>
      review(send, 'POST /crypto-transaction/withdraw', { body }, options),
    /** To a saved address, or to a new one that is saved with it. `money` is what arrives; the fee comes on top. */
    withdraw: (
      body: Body<'POST /crypto-transaction/withdraw'>,
      options: ActOptions,
    ): Call<CryptoTransaction, 'POST /crypto-transaction/withdraw'> =>
      act(send, 'POST /crypto-transaction/withdraw', SceneType.CRYPTO_WITHDRAW, { body }, options),
    /** Before it is sent. */
    cancel: (id: string, options?: CallOptions): Call<CryptoTransaction, 'POST /crypto-transaction/{id}/cancel'> =>
      send('POST /crypto-transaction/{id}/cancel', { params: { path: { id } } }, options),
    /** A PDF in the client's language. */
    receipt: (id: string, options?: CallOptions): Call<Download, 'GET /crypto-transaction/receipt/{id}'> =>
      download(send, 'GET /crypto-transaction/receipt/{id}', { params: { path: { id } } }, options),
  };
}
