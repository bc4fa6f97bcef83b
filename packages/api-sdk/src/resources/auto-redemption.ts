import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, AutoRedemption, Blocker } from '../internal/types.js';

/** Automatic redemption of incoming WUSD with a payout to the default bank account. */
export function autoRedemption({ send }: Client) {
  return {
    /** Whether it is enabled, and its last runs. */
    get: (options?: CallOptions): Call<AutoRedemption, 'GET /wallet-account/auto-redemption/display'> =>
      send('GET /wallet-account/auto-redemption/display', {}, options),
    /** All blockers. */
    preCheck: (options?: CallOptions): Call<Blocker[], 'GET /wallet-account/auto-redemption/pre-check'> =>
      send('GET /wallet-account/auto-redemption/pre-check', {}, options),
    reviewTurnOn: (options?: CallOptions): Call<ActReview, 'PUT /wallet-account/auto-redemption/turn-on'> =>
      review(send, 'PUT /wallet-account/auto-redemption/turn-on', {}, options),
    turnOn: (options: ActOptions): Call<AutoRedemption, 'PUT /wallet-account/auto-redemption/turn-on'> =>
      act(send, 'PUT /wallet-account/auto-redemption/turn-on', SceneType.AUTO_REDEMPTION, {}, options),
    /** A run that has started is completed. */
    turnOff: (options?: CallOptions): Call<AutoRedemption, 'PUT /wallet-account/auto-redemption/turn-off'> =>
      send('PUT /wallet-account/auto-redemption/turn-off', {}, options),
  };
}
