import type { Currency } from '../domain/index.js';
import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, BankAccount, BankAccountFields, Body, Result } from '../internal/types.js';

/** Saved bank accounts. */
export function bankAccounts({ send }: Client) {
  return {
    search: (
      query: Body<'POST /bank-account/search'> = {},
      options?: CallOptions,
    ): Pages<BankAccount, 'POST /bank-account/search'> => pages(send, 'POST /bank-account/search', query, options),
    list: (options?: CallOptions): Call<BankAccount[], 'GET /bank-account/list'> =>
      send('GET /bank-account/list', {}, options),
    get: (id: string, options?: CallOptions): Call<BankAccount, 'GET /bank-account/{id}'> =>
      send('GET /bank-account/{id}', { params: { path: { id } } }, options),
    /** Dry run of {@link add}, which needs the `intentId` of the result. */
    reviewAdd: (body: BankAccountFields, options?: CallOptions): Call<ActReview, 'POST /bank-account'> =>
      review(send, 'POST /bank-account', { body }, options),
    /** Saves and screens an account. Payouts to it are held for the first 24 hours. */
    add: (body: BankAccountFields, options: ActOptions): Call<BankAccount, 'POST /bank-account'> =>
      act(send, 'POST /bank-account', SceneType.ADD_BANK_ACCOUNT, { body }, options),
    reviewEdit: (
      id: string,
      body: BankAccountFields,
      options?: CallOptions,
    ): Call<ActReview, 'PUT /bank-account/{id}'> =>
      review(send, 'PUT /bank-account/{id}', { body, params: { path: { id } } }, options),
    /** A change of number, bank or beneficiary is screened again, and payouts are held for another 24 hours. */
    edit: (id: string, body: BankAccountFields, options: ActOptions): Call<BankAccount, 'PUT /bank-account/{id}'> =>
      act(send, 'PUT /bank-account/{id}', SceneType.EDIT_BANK_ACCOUNT, { body, params: { path: { id } } }, options),
    /** Rejected while a payout to the account is in progress. */
    delete: (id: string, options?: CallOptions): Call<BankAccount, 'DELETE /bank-account/delete/{id}'> =>
      send('DELETE /bank-account/delete/{id}', { params: { path: { id } } }, options),
    /** Disables auto-redemption if this changes its payout account. */
    setDefault: (id: string, options?: CallOptions): Call<BankAccount, 'PUT /bank-account/set-default/{id}'> =>
      send('PUT /bank-account/set-default/{id}', { params: { path: { id } } }, options),
    /** Banks of a country, for choosing a bank by name. */
    listBanks: (
      countryCode: string,
      options?: CallOptions,
    ): Call<Result<'GET /bank-account/get-bank-list/{countryCode}'>, 'GET /bank-account/get-bank-list/{countryCode}'> =>
      send('GET /bank-account/get-bank-list/{countryCode}', { params: { path: { countryCode } } }, options),
    /** Required fields for a country, currency and rail, in display order. */
    getRequirements: (
      query: { country: string; currency: Currency; rail: BankAccountFields['rail'] },
      options?: CallOptions,
    ): Call<Result<'GET /bank-account/requirements'>, 'GET /bank-account/requirements'> =>
      send('GET /bank-account/requirements', { params: { query } }, options),
  };
}
