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
  /** At most two: JPG, PNG or PDF. The type comes from the name of a `File`, or from the `type` of a `Blob`. */
  receipts?: readonly Blob[] | undefined;
}

/** A saved bank account, or the fields of an unsaved account that determine its routes. */
export type PayoutRoutesQuery = ({ bankAccountId: string } | { country: string; currency: Currency; rail: Rail }) & {
  /** Amount to be received: a plain decimal string. */
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
    /** Bank details for a wire, with the reference that identifies the customer. */
    getDepositAccount: (
      partnerId: PartnerId,
      options?: CallOptions,
    ): Call<DepositAccount, 'GET /fiat-transaction/get-deposit-account/{partnerId}'> =>
      send('GET /fiat-transaction/get-deposit-account/{partnerId}', { params: { path: { partnerId } } }, options),
    /** Dry run of {@link declareDeposit}, which needs the `intentId` of the result. It does not send the files. */
    reviewDeposit: (
      { currency, amount, partnerId, remark }: FiatDeposit,
      options?: CallOptions,
    ): Call<Review, 'POST /fiat-transaction/deposit'> =>
      review(send, 'POST /fiat-transaction/deposit', multipart({ currency, amount, partnerId, remark }), options),
    /** Declares a sent wire, with its receipts. */
    declareDeposit: (
      deposit: FiatDeposit,
      { intent, ...options }: Pick<ActOptions, 'intent' | 'signal' | 'timeoutMs'>,
    ): Call<FiatTransaction, 'POST /fiat-transaction/deposit'> =>
      send(
        'POST /fiat-transaction/deposit',
        { ...multipart({ ...deposit, intentId: intent?.intentId }), isSafe: intent?.intentId !== undefined },
        options,
      ) as Call<never, 'POST /fiat-transaction/deposit'>,
    /** Withdrawal fees of each rail, for one currency or for all. */
    getFees: (currency?: Currency, options?: CallOptions): Call<FiatFee[], 'GET /fiat-transaction/get-txn-fee'> =>
      send(
        'GET /fiat-transaction/get-txn-fee',
        { params: { query: currency === undefined ? {} : { currency } } },
        options,
      ),
    /** Payout routes for an amount to a saved or unsaved bank account, the recommended route first. */
    listPayoutRoutes: (
      query: PayoutRoutesQuery,
      options?: CallOptions,
    ): Call<PayoutRoute[], 'GET /fiat-transaction/payout-routes'> =>
      send('GET /fiat-transaction/payout-routes', { params: { query } }, options),
    /** Dry run of {@link withdraw}, which needs the `intentId` of the result. */
    reviewWithdrawal: (
      body: Body<'POST /fiat-transaction/withdraw'>,
      options?: CallOptions,
    ): Call<Review, 'POST /fiat-transaction/withdraw'> =>
      review(send, 'POST /fiat-transaction/withdraw', { body }, options),
    /**
     * Withdraws to a saved bank account, or to a new account that is saved too. The recipient gets `money`; the fee is
     * added.
     */
    withdraw: (
      body: Body<'POST /fiat-transaction/withdraw'>,
      options: ActOptions,
    ): Call<FiatTransaction, 'POST /fiat-transaction/withdraw'> =>
      act(send, 'POST /fiat-transaction/withdraw', SceneType.FIAT_WITHDRAW, { body }, options),
    /** Our accounts at partner banks that send payouts. */
    listSenderAccounts: (options?: CallOptions): Call<SenderAccount[], 'GET /fiat-transaction/get-sender-accounts'> =>
      send('GET /fiat-transaction/get-sender-accounts', {}, options),
    /** Possible for a declared deposit until its credit arrives, and for a withdrawal until it is processed. */
    cancel: (id: string, options?: CallOptions): Call<FiatTransaction, 'POST /fiat-transaction/{id}/cancel'> =>
      send('POST /fiat-transaction/{id}/cancel', { params: { path: { id } } }, options),
    /** PDF receipt in the client's language. */
    receipt: (id: string, options?: CallOptions): Call<Download, 'GET /fiat-transaction/receipt/{id}'> =>
      download(send, 'GET /fiat-transaction/receipt/{id}', { params: { path: { id } } }, options),
  };
}
