import { SceneType } from '../generated/domain.js';
import { type ActOptions, actParamsWithCaptcha, dryRun } from '../internal/act.js';
import { asDownload, type Download } from '../internal/download.js';
import { pages, type Pages } from '../internal/pages.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type { Body, CryptoTransaction, Query, Result, Review } from '../internal/types.js';
import type { Currency, NetworkIdValue } from '../domain/index.js';

/** Deposits from and withdrawals to blockchains. */
export function cryptoTransactions({ http, call }: Transport) {
  return {
    search: (query: Query<'searchCryptoTransactions'> = {}, options?: CallOptions): Pages<CryptoTransaction> =>
      pages((cursor) =>
        call('POST /crypto-transaction/search', options, (signal) =>
          http.POST('/crypto-transaction/search', {
            body: { ...query, ...(cursor !== undefined && { cursor }) },
            signal,
          }),
        ),
      ),
    get: (id: string, options?: CallOptions): Promise<CryptoTransaction> =>
      call('GET /crypto-transaction/{id}', options, (signal) =>
        http.GET('/crypto-transaction/{id}', { params: { path: { id } }, signal }),
      ),
    /** Looks for a transfer that did not show; up to one working day. */
    verifyDeposit: (
      query: { mainNet: NetworkIdValue; txnHash: string },
      options?: CallOptions,
    ): Promise<CryptoTransaction> =>
      call('POST /crypto-transaction/verify-deposit', options, (signal) =>
        http.POST('/crypto-transaction/verify-deposit', { params: { query }, signal }),
      ),
    getFee: (
      path: { currency: Currency; networkId: NetworkIdValue },
      options?: CallOptions,
    ): Promise<Result<'getCryptoFee'>> =>
      call('GET /crypto-transaction/get-txn-fee/{currency}/{networkId}', options, (signal) =>
        http.GET('/crypto-transaction/get-txn-fee/{currency}/{networkId}', { params: { path }, signal }),
      ),
    /** What a withdrawal would do; its `intentId` goes into {@link withdraw}. */
    reviewWithdrawal: (body: Body<'withdrawCrypto'>, options?: CallOptions): Promise<Review> =>
      call('POST /crypto-transaction/withdraw', options, (signal) =>
        http.POST('/crypto-transaction/withdraw', { body, params: dryRun, signal }),
      ) as Promise<Review>,
    /** To a saved address. `amount` is what arrives; the fee comes on top. */
    withdraw: (body: Body<'withdrawCrypto'>, options: ActOptions): Promise<CryptoTransaction> =>
      call('POST /crypto-transaction/withdraw', options, (signal) =>
        http.POST('/crypto-transaction/withdraw', {
          body,
          params: actParamsWithCaptcha(SceneType.CRYPTO_WITHDRAW, options),
          signal,
        }),
      ) as Promise<CryptoTransaction>,
    /** Before it is sent. */
    cancel: (id: string, options?: CallOptions): Promise<CryptoTransaction> =>
      call('POST /crypto-transaction/{id}/cancel', options, (signal) =>
        http.POST('/crypto-transaction/{id}/cancel', { params: { path: { id } }, signal }),
      ),
    receipt: (id: string, options?: CallOptions): Promise<Download> =>
      call('GET /crypto-transaction/receipt/{id}', options, (signal) =>
        asDownload(
          'GET /crypto-transaction/receipt/{id}',
          http.GET('/crypto-transaction/receipt/{id}', { params: { path: { id } }, parseAs: 'blob', signal }),
        ),
      ),
  };
}
