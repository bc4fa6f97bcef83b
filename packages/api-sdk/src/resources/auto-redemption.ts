import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, AutoRedemption, Blocker } from '../internal/types.js';

/** WUSD that arrives is redeemed and paid out to the default bank account. */
export function autoRedemption({ send }: Client) {
  return {
    /** Whether it is on, and its last runs. */
    get: (options?: CallOptions): Call<AutoRedemption, 'GET /wallet-account/auto-redemption/display'> =>
      send('GET /wallet-account/auto-redemption/display', {}, options),
    /** Every blocker at once. */
    preCheck: (options?: CallOptions): Call<Blocker[], 'GET /wallet-account/auto-redemption/pre-check'> =>
      send('GET /wallet-account/auto-redemption/pre-check', {}, options),
    reviewTurnOn: (options?: CallOptions): Call<ActReview, 'PUT /wallet-account/auto-redemption/turn-on'> =>
      review(send, 'PUT /wallet-account/auto-redemption/turn-on', {}, options),
    turnOn: (options: ActOptions): Call<AutoRedemption, 'PUT /wallet-account/auto-redemption/turn-on'> =>
      act(send, 'PUT /wallet-account/auto-redemption/turn-on', SceneType.AUTO_REDEMPTION, {}, options),
    /** A run that has begun is finished. */
    turnOff: (options?: CallOptions): Call<AutoRedemption, 'PUT /wallet-account/auto-redemption/turn-off'> =>
      send('PUT /wallet-account/auto-redemption/turn-off', {}, options),
  };
}
