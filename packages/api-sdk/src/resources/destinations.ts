import { SceneType } from '../generated/domain.js';
import { type ActOptions, actParams, dryRun } from '../internal/act.js';
import { pages, type Pages } from '../internal/pages.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type {
  ActReview,
  BankAccount,
  BankAccountFields,
  BlockchainAddress,
  Body,
  Query,
  Result,
} from '../internal/types.js';
import type { Currency } from '../domain/index.js';

/** Saved bank accounts. */
export function bankAccounts({ http, call }: Transport) {
  return {
    search: (query: Query<'searchBankAccounts'> = {}, options?: CallOptions): Pages<BankAccount> =>
      pages((cursor) =>
        call('POST /bank-account/search', options, (signal) =>
          http.POST('/bank-account/search', { body: { ...query, ...(cursor !== undefined && { cursor }) }, signal }),
        ),
      ),
    list: (options?: CallOptions): Promise<BankAccount[]> =>
      call('GET /bank-account/list', options, (signal) => http.GET('/bank-account/list', { signal })),
    get: (id: string, options?: CallOptions): Promise<BankAccount> =>
      call('GET /bank-account/{id}', options, (signal) =>
        http.GET('/bank-account/{id}', { params: { path: { id } }, signal }),
      ),
    reviewAdd: (body: BankAccountFields, options?: CallOptions): Promise<ActReview> =>
      call('POST /bank-account', options, (signal) =>
        http.POST('/bank-account', { body, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** Saves it; it is screened, and for its first 24 hours payouts to it wait. */
    add: (body: BankAccountFields, options: ActOptions): Promise<BankAccount> =>
      call('POST /bank-account', options, (signal) =>
        http.POST('/bank-account', { body, params: actParams(SceneType.ADD_BANK_ACCOUNT, options), signal }),
      ) as Promise<BankAccount>,
    reviewEdit: (id: string, body: BankAccountFields, options?: CallOptions): Promise<ActReview> =>
      call('PUT /bank-account/{id}', options, (signal) =>
        http.PUT('/bank-account/{id}', { body, params: { ...dryRun, path: { id } }, signal }),
      ) as Promise<ActReview>,
    edit: (id: string, body: BankAccountFields, options: ActOptions): Promise<BankAccount> =>
      call('PUT /bank-account/{id}', options, (signal) =>
        http.PUT('/bank-account/{id}', {
          body,
          params: { ...actParams(SceneType.EDIT_BANK_ACCOUNT, options), path: { id } },
          signal,
        }),
      ) as Promise<BankAccount>,
    delete: (id: string, options?: CallOptions): Promise<BankAccount> =>
      call('DELETE /bank-account/delete/{id}', options, (signal) =>
        http.DELETE('/bank-account/delete/{id}', { params: { path: { id } }, signal }),
      ),
    /** Turns auto-redemption off. */
    setDefault: (id: string, options?: CallOptions): Promise<BankAccount> =>
      call('PUT /bank-account/set-default/{id}', options, (signal) =>
        http.PUT('/bank-account/set-default/{id}', { params: { path: { id } }, signal }),
      ),
    listBanks: (countryCode: string, options?: CallOptions): Promise<Result<'listBanks'>> =>
      call('GET /bank-account/get-bank-list/{countryCode}', options, (signal) =>
        http.GET('/bank-account/get-bank-list/{countryCode}', { params: { path: { countryCode } }, signal }),
      ),
    /** Fields that a country, currency and rail need, in the order to ask for them. */
    getRequirements: (
      query: { country: string; currency: Currency; rail: BankAccountFields['rail'] },
      options?: CallOptions,
    ): Promise<Result<'getBankAccountRequirements'>> =>
      call('GET /bank-account/requirements', options, (signal) =>
        http.GET('/bank-account/requirements', { params: { query }, signal }),
      ),
  };
}

/** Saved blockchain addresses. */
export function blockchainAddresses({ http, call }: Transport) {
  return {
    search: (query: Query<'searchBlockchainAddresses'> = {}, options?: CallOptions): Pages<BlockchainAddress> =>
      pages((cursor) =>
        call('POST /blockchain-address/search', options, (signal) =>
          http.POST('/blockchain-address/search', {
            body: { ...query, ...(cursor !== undefined && { cursor }) },
            signal,
          }),
        ),
      ),
    list: (options?: CallOptions): Promise<BlockchainAddress[]> =>
      call('GET /blockchain-address/list', options, (signal) => http.GET('/blockchain-address/list', { signal })),
    reviewAdd: (body: Body<'addBlockchainAddress'>, options?: CallOptions): Promise<ActReview> =>
      call('POST /blockchain-address', options, (signal) =>
        http.POST('/blockchain-address', { body, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** Saves it; it is screened, and for its first 24 hours payouts to it wait. */
    add: (body: Body<'addBlockchainAddress'>, options: ActOptions): Promise<BlockchainAddress> =>
      call('POST /blockchain-address', options, (signal) =>
        http.POST('/blockchain-address', {
          body,
          params: actParams(SceneType.ADD_BLOCKCHAIN_ADDRESS, options),
          signal,
        }),
      ) as Promise<BlockchainAddress>,
    delete: (id: string, options?: CallOptions): Promise<BlockchainAddress> =>
      call('DELETE /blockchain-address/{id}', options, (signal) =>
        http.DELETE('/blockchain-address/{id}', { params: { path: { id } }, signal }),
      ),
  };
}
