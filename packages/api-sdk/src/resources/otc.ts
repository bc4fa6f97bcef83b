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
    /** A quote where a token is at hand, else an indicative rate. Give one of `payAmount` and `receiveAmount`. */
    getRate: (body: Body<'POST /otc/get-otc-rate'>, options?: CallOptions): Call<OtcRate, 'POST /otc/get-otc-rate'> =>
      send('POST /otc/get-otc-rate', { body, isSafe: true }, options),
    /** What taking a quote would do; its `intentId` goes into {@link submit}. */
    review: (body: Body<'POST /otc/submit-otc'>, options?: CallOptions): Call<Review, 'POST /otc/submit-otc'> =>
      review(send, 'POST /otc/submit-otc', { body }, options),
    /** Takes a quote. Repeated with the same intent it has one effect. */
    submit: (body: Body<'POST /otc/submit-otc'>, options: ActOptions): Call<OtcOrder, 'POST /otc/submit-otc'> =>
      act(send, 'POST /otc/submit-otc', SceneType.MINT_REDEEM, { body }, options),
    search: (query: Body<'POST /otc/search'> = {}, options?: CallOptions): Pages<OtcOrder, 'POST /otc/search'> =>
      pages(send, 'POST /otc/search', query, options),
    get: (id: string, options?: CallOptions): Call<OtcOrder, 'GET /otc/{id}'> =>
      send('GET /otc/{id}', { params: { path: { id } } }, options),
    /** While it waits for approval. */
    cancel: (id: string, options?: CallOptions): Call<OtcOrder, 'POST /otc/{id}/cancel'> =>
      send('POST /otc/{id}/cancel', { params: { path: { id } } }, options),
    /** A PDF in the client's language. */
    receipt: (id: string, options?: CallOptions): Call<Download, 'GET /otc/receipt/{id}'> =>
      download(send, 'GET /otc/receipt/{id}', { params: { path: { id } } }, options),
  };
}
