import { SceneType } from '../generated/domain.js';
import type { Currency, NetworkIdValue } from '../domain/index.js';
import { type ActOptions, actParams, dryRun } from '../internal/act.js';
import { asDownload, type Download } from '../internal/download.js';
import { multipart } from '../internal/multipart.js';
import { pages, type Pages } from '../internal/pages.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type { ActReview, Body, Done, Query, Result, WalletAccount } from '../internal/types.js';

/** Balances, and where deposits go. */
export function walletAccounts({ http, call }: Transport) {
  return {
    list: (options?: CallOptions): Promise<WalletAccount[]> =>
      call('GET /wallet-account/list', options, (signal) => http.GET('/wallet-account/list', { signal })),
    search: (query: Query<'searchWalletAccounts'> = {}, options?: CallOptions): Pages<WalletAccount> =>
      pages((cursor) =>
        call('POST /wallet-account/search', options, (signal) =>
          http.POST('/wallet-account/search', { body: { ...query, ...(cursor !== undefined && { cursor }) }, signal }),
        ),
      ),
    getDepositAddress: (
      path: { currency: Currency; networkId: NetworkIdValue },
      options?: CallOptions,
    ): Promise<Result<'getDepositAddress'>> =>
      call('GET /wallet-account/deposit-address/{currency}/{networkId}', options, (signal) =>
        http.GET('/wallet-account/deposit-address/{currency}/{networkId}', { params: { path }, signal }),
      ),
  };
}

/** WUSD that arrives is redeemed and paid out. */
export function autoRedemption({ http, call }: Transport) {
  return {
    get: (options?: CallOptions): Promise<Result<'getAutoRedemption'>> =>
      call('GET /wallet-account/auto-redemption/display', options, (signal) =>
        http.GET('/wallet-account/auto-redemption/display', { signal }),
      ),
    /** Every blocker at once. */
    preCheck: (options?: CallOptions): Promise<ActReview> =>
      call('GET /wallet-account/auto-redemption/pre-check', options, (signal) =>
        http.GET('/wallet-account/auto-redemption/pre-check', { signal }),
      ),
    reviewTurnOn: (options?: CallOptions): Promise<ActReview> =>
      call('PUT /wallet-account/auto-redemption/turn-on', options, (signal) =>
        http.PUT('/wallet-account/auto-redemption/turn-on', { body: {}, params: dryRun, signal }),
      ) as Promise<ActReview>,
    turnOn: (options: ActOptions): Promise<Done<'turnOnAutoRedemption'>> =>
      call('PUT /wallet-account/auto-redemption/turn-on', options, (signal) =>
        http.PUT('/wallet-account/auto-redemption/turn-on', {
          body: {},
          params: actParams(SceneType.AUTO_REDEMPTION, options),
          signal,
        }),
      ) as Promise<Done<'turnOnAutoRedemption'>>,
    turnOff: (options?: CallOptions): Promise<Result<'turnOffAutoRedemption'>> =>
      call('PUT /wallet-account/auto-redemption/turn-off', options, (signal) =>
        http.PUT('/wallet-account/auto-redemption/turn-off', { signal }),
      ),
  };
}

/** Limits and exports. */
export function history({ http, call }: Transport) {
  return {
    listLimits: (options?: CallOptions): Promise<Result<'listLimits'>> =>
      call('GET /limits', options, (signal) => http.GET('/limits', { signal })),
    /** What the filter shows, as CSV or as a PDF statement. */
    export: (body: Body<'exportHistory'>, options?: CallOptions): Promise<Download> =>
      call('POST /wallet-history/export', options, (signal) =>
        asDownload(
          'POST /wallet-history/export',
          http.POST('/wallet-history/export', { body, parseAs: 'blob', signal }),
        ),
      ),
  };
}

export interface Feedback {
  text: string;
  /** Where to answer, for somebody who is not signed in. */
  email?: string | undefined;
  /** At most two: JPG, PNG or PDF. */
  attachments?: readonly Blob[] | undefined;
}

export function feedback({ http, call }: Transport) {
  return {
    send: (message: Feedback, options?: CallOptions): Promise<Result<'sendFeedback'>> =>
      call<Result<'sendFeedback'>>('POST /feedback', options, (signal) =>
        http.POST('/feedback', { ...multipart({ ...message }), signal } as never),
      ),
  };
}
