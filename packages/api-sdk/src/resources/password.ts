import { SceneType } from '../generated/domain.js';
import {
  act,
  type ActOptions,
  type CaptchaOptions,
  type ChallengeOptions,
  review,
  withCaptcha,
} from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, Body, Challenge, Result } from '../internal/types.js';

/** Forgotten and changed passwords. A `payload` is encrypted with the key of `/config`. */
export function password({ send }: Client) {
  return {
    /**
     * Responds equally for known and unknown addresses.
     *
     * @param options.device id of this browser, as used for sign-in. Wrong codes from other devices do not block it.
     */
    beginForgotten: (
      email: string,
      { device, ...options }: CallOptions & { device?: string | undefined } = {},
    ): Call<Challenge, 'POST /user/forgot-password-precheck'> =>
      send(
        'POST /user/forgot-password-precheck',
        { body: { email, ...(device !== undefined && { device }) }, isPublic: true },
        options,
      ),
    /** Pass the `resetToken` of the result to {@link reset}. */
    proveForgotten: (
      options: ChallengeOptions,
    ): Call<Result<'POST /user/forgot-password-validate'>, 'POST /user/forgot-password-validate'> =>
      act(send, 'POST /user/forgot-password-validate', SceneType.FORGOT_PASSWORD, { isPublic: true }, options),
    /** Ends every session and starts the 24 hour cooldown. */
    reset: (body: Body<'POST /user/reset-password'>, options?: CallOptions): Call<null, 'POST /user/reset-password'> =>
      send('POST /user/reset-password', { body, isPublic: true }, options),
    /** Checks the current password. */
    test: (payload: string, { captcha, ...options }: CaptchaOptions = {}): Call<null, 'POST /user/test-password'> =>
      send(
        'POST /user/test-password',
        () => withCaptcha<'POST /user/test-password'>({ body: { payload } }, captcha),
        options,
      ),
    reviewChange: (payload: string, options?: CallOptions): Call<ActReview, 'POST /user/change-password'> =>
      review(send, 'POST /user/change-password', { body: { payload } }, options),
    /** Ends every session, including this one, and starts the 24 hour cooldown. */
    change: (payload: string, options: ActOptions): Call<null, 'POST /user/change-password'> =>
      act(send, 'POST /user/change-password', SceneType.CHANGE_PASSWORD, { body: { payload } }, options),
  };
}
