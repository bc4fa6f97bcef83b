import type { Currency, PartnerId, Rail } from '../domain/index.js';
import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import { multipart } from '../internal/multipart.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type {
  Body,
  DepositAccount,
  FiatFee,
  FiatTransaction,
  PayoutRoute,
  Review,
  SenderAccount,
} from '../internal/types.js';

export interface FiatDeposit {
  currency: Currency;
  /** Plain decimal string. */
  amount: string;
  partnerId: PartnerId;
  remark?: string | undefined;
  /** At most two: JPG, PNG or PDF. A `File` is told by its name, a `Blob` by its `type`. */
  receipts?: readonly Blob[] | undefined;
}

/** A saved bank account, or what the routes to one depend on that is not saved yet. */
export type PayoutRoutesQuery = ({ bankAccountId: string } | { country: string; currency: Currency; rail: Rail }) & {
  /** What shall arrive: a plain decimal string. */
  amount?: string | undefined;
};

/** Deposits from and withdrawals to banks. */
export function fiatTransactions({ send }: Client) {
  return {
    search: (
      query: Body<'POST /fiat-transaction/search'> = {},
      options?: CallOptions,
    ): Pages<FiatTransaction, 'POST /fiat-transaction/search'> =>
      pages(send, 'POST /fiat-transaction/search', query, options),
    get: (id: string, options?: CallOptions): Call<FiatTransaction, 'GET /fiat-transaction/{id}'> =>
      send('GET /fiat-transaction/{id}', { params: { path: { id } } }, options),
    /** Where to wire to, and the reference by which the customer is found. */
    getDepositAccount: (
      partnerId: PartnerId,
      options?: CallOptions,
    ): Call<DepositAccount, 'GET /fiat-transaction/get-deposit-account/{partnerId}'> =>
      send('GET /fiat-transaction/get-deposit-account/{partnerId}', { params: { path: { partnerId } } }, options),
    /** What declaring it would do; its `intentId` goes into {@link declareDeposit}. The files are not sent yet. */
    reviewDeposit: (
      { currency, amount, partnerId, remark }: FiatDeposit,
      options?: CallOptions,
    ): Call<Review, 'POST /fiat-transaction/deposit'> =>
      review(send, 'POST /fiat-transaction/deposit', multipart({ currency, amount, partnerId, remark }), options),
    /** Tells what was wired, with its receipts. */
    declareDeposit: (
      deposit: FiatDeposit,
      { intent, ...options }: Pick<ActOptions, 'intent' | 'signal' | 'timeoutMs'>,
    ): Call<FiatTransaction, 'POST /fiat-transaction/deposit'> =>
      send(
        'POST /fiat-transaction/deposit',
        { ...multipart({ ...deposit, intentId: intent?.intentId }), isSafe: intent?.intentId !== undefined },
        options,
      ) as Call<never, 'POST /fiat-transaction/deposit'>,
    /** What withdrawals cost on each rail, of one currency or of all. */
    getFees: (currency?: Currency, options?: CallOptions): Call<FiatFee[], 'GET /fiat-transaction/get-txn-fee'> =>
      send(
        'GET /fiat-transaction/get-txn-fee',
        { params: { query: currency === undefined ? {} : { currency } } },
        options,
      ),
    /** Ways in which an amount can reach a bank account, saved or not saved yet, the recommended one first. */
    listPayoutRoutes: (
      query: PayoutRoutesQuery,
      options?: CallOptions,
    ): Call<PayoutRoute[], 'GET /fiat-transaction/payout-routes'> =>
      send('GET /fiat-transaction/payout-routes', { params: { query } }, options),
    /** What a withdrawal would do; its `intentId` goes into {@link withdraw}. */
    reviewWithdrawal: (
      body: Body<'POST /fiat-transaction/withdraw'>,
      options?: CallOptions,
    ): Call<Review, 'POST /fiat-transaction/withdraw'> =>
      review(send, 'POST /fiat-transaction/withdraw', { body }, options),
    /** To a saved bank account, or to a new one that is saved with it. `money` is what arrives; the fee comes on top. */
    withdraw: (
      body: Body<'POST /fiat-transaction/withdraw'>,
      options: ActOptions,
    ): Call<FiatTransaction, 'POST /fiat-transaction/withdraw'> =>
      act(send, 'POST /fiat-transaction/withdraw', SceneType.FIAT_WITHDRAW, { body }, options),
    /** Accounts at the partner banks that payouts leave from. */
    listSenderAccounts: (options?: CallOptions): Call<SenderAccount[], 'GET /fiat-transaction/get-sender-accounts'> =>
      send('GET /fiat-transaction/get-sender-accounts', {}, options),
    /** A declared deposit before its credit is seen, a withdrawal before it is processed. */
    cancel: (id: string, options?: CallOptions): Call<FiatTransaction, 'POST /fiat-transaction/{id}/cancel'> =>
      send('POST /fiat-transaction/{id}/cancel', { params: { path: { id } } }, options),
    /** A PDF in the client's language. */
    receipt: (id: string, options?: CallOptions): Call<Download, 'GET /fiat-transaction/receipt/{id}'> =>
      download(send, 'GET /fiat-transaction/receipt/{id}', { params: { path: { id } } }, options),
  };
}
