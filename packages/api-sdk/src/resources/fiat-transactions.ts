import { SceneType } from '../generated/domain.js';
import type { Currency } from '../domain/index.js';
import { type ActOptions, actParamsWithCaptcha, dryRun } from '../internal/act.js';
import { asDownload, type Download } from '../internal/download.js';
import { multipart } from '../internal/multipart.js';
import { pages, type Pages } from '../internal/pages.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type { Body, FiatTransaction, Query, Result, Review } from '../internal/types.js';

export interface FiatDeposit {
  currency: Currency;
  /** Plain decimal string. */
  amount: string;
  partnerId: string;
  remark?: string | undefined;
  /** At most two: JPG, PNG or PDF. */
  receipts?: readonly Blob[] | undefined;
}

/** Deposits from and withdrawals to banks. */
export function fiatTransactions({ http, call }: Transport) {
  return {
    search: (query: Query<'searchFiatTransactions'> = {}, options?: CallOptions): Pages<FiatTransaction> =>
      pages((cursor) =>
        call('POST /fiat-transaction/search', options, (signal) =>
          http.POST('/fiat-transaction/search', {
            body: { ...query, ...(cursor !== undefined && { cursor }) },
            signal,
          }),
        ),
      ),
    get: (id: string, options?: CallOptions): Promise<FiatTransaction> =>
      call('GET /fiat-transaction/{id}', options, (signal) =>
        http.GET('/fiat-transaction/{id}', { params: { path: { id } }, signal }),
      ),
    /** Where to wire to, and the reference by which the customer is found. */
    getDepositAccount: (partnerId: string, options?: CallOptions): Promise<Result<'getDepositAccount'>> =>
      call('GET /fiat-transaction/get-deposit-account/{partnerId}', options, (signal) =>
        http.GET('/fiat-transaction/get-deposit-account/{partnerId}', { params: { path: { partnerId } }, signal }),
      ),
    reviewDeposit: (deposit: FiatDeposit, options?: CallOptions): Promise<Review> =>
      call<Review>('POST /fiat-transaction/deposit', options, (signal) =>
        http.POST('/fiat-transaction/deposit', { ...multipart({ ...deposit }), params: dryRun, signal } as never),
      ),
    /** Tells what was wired, with its receipts. */
    declareDeposit: (
      deposit: FiatDeposit,
      { intent, ...options }: Pick<ActOptions, 'intent' | 'signal' | 'timeoutMs'>,
    ): Promise<FiatTransaction> =>
      call<FiatTransaction>('POST /fiat-transaction/deposit', options, (signal) =>
        http.POST('/fiat-transaction/deposit', {
          ...multipart({ ...deposit, intentId: intent?.intentId }),
          signal,
        } as never),
      ),
    getFees: (currency?: Currency, options?: CallOptions): Promise<Result<'getFiatFees'>> =>
      call('GET /fiat-transaction/get-txn-fee', options, (signal) =>
        http.GET('/fiat-transaction/get-txn-fee', {
          params: { query: currency === undefined ? {} : { currency } },
          signal,
        }),
      ),
    /** What a withdrawal would do; its `intentId` goes into {@link withdraw}. */
    reviewWithdrawal: (body: Body<'withdrawFiat'>, options?: CallOptions): Promise<Review> =>
      call('POST /fiat-transaction/withdraw', options, (signal) =>
        http.POST('/fiat-transaction/withdraw', { body, params: dryRun, signal }),
      ) as Promise<Review>,
    /** To a saved bank account. `amount` is what arrives; the fee comes on top. */
    withdraw: (body: Body<'withdrawFiat'>, options: ActOptions): Promise<FiatTransaction> =>
      call('POST /fiat-transaction/withdraw', options, (signal) =>
        http.POST('/fiat-transaction/withdraw', {
          body,
          params: actParamsWithCaptcha(SceneType.FIAT_WITHDRAW, options),
          signal,
        }),
      ) as Promise<FiatTransaction>,
    listSenderAccounts: (options?: CallOptions): Promise<Result<'listSenderAccounts'>> =>
      call('GET /fiat-transaction/get-sender-accounts', options, (signal) =>
        http.GET('/fiat-transaction/get-sender-accounts', { signal }),
      ),
    cancel: (id: string, options?: CallOptions): Promise<FiatTransaction> =>
      call('POST /fiat-transaction/{id}/cancel', options, (signal) =>
        http.POST('/fiat-transaction/{id}/cancel', { params: { path: { id } }, signal }),
      ),
    receipt: (id: string, options?: CallOptions): Promise<Download> =>
      call('GET /fiat-transaction/receipt/{id}', options, (signal) =>
        asDownload(
          'GET /fiat-transaction/receipt/{id}',
          http.GET('/fiat-transaction/receipt/{id}', { params: { path: { id } }, parseAs: 'blob', signal }),
        ),
      ),
  };
}
