import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, OtcOrder, OtcRate, Review } from '../internal/types.js';

/** Mint, redeem and swap over the counter. */
export function otc({ send }: Client) {
  return {
    /** A quote if a token is available, otherwise an indicative rate. Pass either `payAmount` or `receiveAmount`. */
    getRate: (body: Body<'POST /otc/get-otc-rate'>, options?: CallOptions): Call<OtcRate, 'POST /otc/get-otc-rate'> =>
      send('POST /otc/get-otc-rate', { body, isSafe: true }, options),
    /** Dry run of {@link submit}, which needs the `intentId` of the result. */
    review: (body: Body<'POST /otc/submit-otc'>, options?: CallOptions): Call<Review, 'POST /otc/submit-otc'> =>
      review(send, 'POST /otc/submit-otc', { body }, options),
    /** Accepts a quote. Repeats with the same intent have no further effect. */
    submit: (body: Body<'POST /otc/submit-otc'>, options: ActOptions): Call<OtcOrder, 'POST /otc/submit-otc'> =>
      act(send, 'POST /otc/submit-otc', SceneType.MINT_REDEEM, { body }, options),
    search: (query: Body<'POST /otc/search'> = {}, options?: CallOptions): Pages<OtcOrder, 'POST /otc/search'> =>
      pages(send, 'POST /otc/search', query, options),
    get: (id: string, options?: CallOptions): Call<OtcOrder, 'GET /otc/{id}'> =>
      send('GET /otc/{id}', { params: { path: { id } } }, options),
    /** Possible while the order waits for approval. */
    cancel: (id: string, options?: CallOptions): Call<OtcOrder, 'POST /otc/{id}/cancel'> =>
      send('POST /otc/{id}/cancel', { params: { path: { id } } }, options),
    /** PDF receipt in the client's language. */
    receipt: (id: string, options?: CallOptions): Call<Download, 'GET /otc/receipt/{id}'> =>
      download(send, 'GET /otc/receipt/{id}', { params: { path: { id } } }, options),
  };
}
