import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, BlockchainAddress, Body } from '../internal/types.js';

/** Saved blockchain addresses. */
export function blockchainAddresses({ send }: Client) {
  return {
    search: (
      query: Body<'POST /blockchain-address/search'> = {},
      options?: CallOptions,
    ): Pages<BlockchainAddress, 'POST /blockchain-address/search'> =>
      pages(send, 'POST /blockchain-address/search', query, options),
    list: (options?: CallOptions): Call<BlockchainAddress[], 'GET /blockchain-address/list'> =>
      send('GET /blockchain-address/list', {}, options),
    /** Dry run of {@link add}, which needs the `intentId` of the result. */
    reviewAdd: (
      body: Body<'POST /blockchain-address'>,
      options?: CallOptions,
    ): Call<ActReview, 'POST /blockchain-address'> => review(send, 'POST /blockchain-address', { body }, options),
    /** Saves an address after validating and screening it. Payouts to it are held for the first 24 hours. */
    add: (
      body: Body<'POST /blockchain-address'>,
      options: ActOptions,
    ): Call<BlockchainAddress, 'POST /blockchain-address'> =>
      act(send, 'POST /blockchain-address', SceneType.ADD_BLOCKCHAIN_ADDRESS, { body }, options),
    /** Rejected while a payout to the address is in progress. */
    delete: (id: string, options?: CallOptions): Call<BlockchainAddress, 'DELETE /blockchain-address/{id}'> =>
      send('DELETE /blockchain-address/{id}', { params: { path: { id } } }, options),
  };
}
