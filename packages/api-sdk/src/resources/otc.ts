import { SceneType } from '../generated/domain.js';
import { type ActOptions, actParamsWithCaptcha, dryRun } from '../internal/act.js';
import { asDownload, type Download } from '../internal/download.js';
import { pages, type Pages } from '../internal/pages.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type { Body, OtcOrder, Query, Result, Review } from '../internal/types.js';

/** Mint, redeem and swap over the counter. */
export function otc({ http, publicHttp, call }: Transport) {
  return {
    /** An indicative rate, signed out or in. Give one of `payAmount` and `receiveAmount`. */
    getRate: (body: Body<'getOtcRate'>, options?: CallOptions): Promise<Result<'getOtcRate'>> =>
      call('POST /otc/get-otc-rate', options, (signal) => publicHttp.POST('/otc/get-otc-rate', { body, signal })),
    /** What taking a quote would do; its `intentId` goes into {@link submit}. */
    review: (body: Body<'submitOtc'>, options?: CallOptions): Promise<Review> =>
      call('POST /otc/submit-otc', options, (signal) =>
        http.POST('/otc/submit-otc', { body, params: dryRun, signal }),
      ) as Promise<Review>,
    /** Takes a quote. Repeated with the same intent it has one effect. */
    submit: (body: Body<'submitOtc'>, options: ActOptions): Promise<OtcOrder> =>
      call('POST /otc/submit-otc', options, (signal) =>
        http.POST('/otc/submit-otc', { body, params: actParamsWithCaptcha(SceneType.MINT_REDEEM, options), signal }),
      ) as Promise<OtcOrder>,
    search: (query: Query<'searchOtc'> = {}, options?: CallOptions): Pages<OtcOrder> =>
      pages((cursor) =>
        call('POST /otc/search', options, (signal) =>
          http.POST('/otc/search', { body: { ...query, ...(cursor !== undefined && { cursor }) }, signal }),
        ),
      ),
    get: (id: string, options?: CallOptions): Promise<OtcOrder> =>
      call('GET /otc/{id}', options, (signal) => http.GET('/otc/{id}', { params: { path: { id } }, signal })),
    /** While it waits for approval. */
    cancel: (id: string, options?: CallOptions): Promise<OtcOrder> =>
      call('POST /otc/{id}/cancel', options, (signal) =>
        http.POST('/otc/{id}/cancel', { params: { path: { id } }, signal }),
      ),
    receipt: (id: string, options?: CallOptions): Promise<Download> =>
      call('GET /otc/receipt/{id}', options, (signal) =>
        asDownload(
          'GET /otc/receipt/{id}',
          http.GET('/otc/receipt/{id}', { params: { path: { id } }, parseAs: 'blob', signal }),
        ),
      ),
  };
}
