import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, Body, Precheck } from '../internal/types.js';

/** Phone number and e-mail address. A change verifies the old one first, then the new one. */
export function contact({ send }: Client) {
  return {
    reviewPhoneProof: (options?: CallOptions): Call<ActReview, 'POST /user/change-mobile/precheck'> =>
      review(send, 'POST /user/change-mobile/precheck', {}, options),
    /** Verifies the old phone. Pass the `precheckId` of the result to {@link changePhone}. */
    provePhone: (options: ActOptions): Call<Precheck, 'POST /user/change-mobile/precheck'> =>
      act(send, 'POST /user/change-mobile/precheck', SceneType.PHONE_BIND, {}, options),
    reviewPhoneChange: (
      body: Body<'POST /user/change-mobile'>,
      options?: CallOptions,
    ): Call<ActReview, 'POST /user/change-mobile'> => review(send, 'POST /user/change-mobile', { body }, options),
    /** Needs a code sent to the new number. Starts the 24 hour cooldown. */
    changePhone: (
      body: Body<'POST /user/change-mobile'>,
      options: ActOptions,
    ): Call<null, 'POST /user/change-mobile'> =>
      act(send, 'POST /user/change-mobile', SceneType.PHONE_BIND, { body }, options),
    reviewEmailProof: (options?: CallOptions): Call<ActReview, 'POST /user/change-email/precheck'> =>
      review(send, 'POST /user/change-email/precheck', {}, options),
    /** Verifies the old address. Pass the `precheckId` of the result to {@link changeEmail}. */
    proveEmail: (options: ActOptions): Call<Precheck, 'POST /user/change-email/precheck'> =>
      act(send, 'POST /user/change-email/precheck', SceneType.EMAIL_UNBIND, {}, options),
    reviewEmailChange: (
      body: Body<'POST /user/change-email'>,
      options?: CallOptions,
    ): Call<ActReview, 'POST /user/change-email'> => review(send, 'POST /user/change-email', { body }, options),
    /** Needs a code sent to the new address. Starts the 24 hour cooldown. */
    changeEmail: (body: Body<'POST /user/change-email'>, options: ActOptions): Call<null, 'POST /user/change-email'> =>
      act(send, 'POST /user/change-email', SceneType.EMAIL_BIND, { body }, options),
  };
}
