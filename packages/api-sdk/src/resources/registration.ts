import { SceneType } from '../generated/domain.js';
import { act, type CaptchaOptions, type ChallengeOptions, withCaptcha } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, Result } from '../internal/types.js';

/** Registration and activation. */
export function registration({ send }: Client) {
  return {
    /**
     * Validates and stores a registration, and sends its activation link. Responds equally for known and unknown
     * addresses.
     */
    register: (body: Body<'POST /user/register'>, options?: CallOptions): Call<null, 'POST /user/register'> =>
      send('POST /user/register', { body, isPublic: true }, options),
    /** Looks up the registration of an activation link. The phone number can be corrected here. Safe to repeat. */
    getActivationInfo: (
      accountKey: string,
      body: Body<'POST /user/to-be-activate-account-info'> = {},
      { captcha, ...options }: CaptchaOptions = {},
    ): Call<Result<'POST /user/to-be-activate-account-info'>, 'POST /user/to-be-activate-account-info'> =>
      send(
        'POST /user/to-be-activate-account-info',
        () =>
          withCaptcha<'POST /user/to-be-activate-account-info'>(
            { body, isPublic: true, params: { query: { accountKey } } },
            captcha,
          ),
        options,
      ),
    /**
     * Activates the account. Needs the SMS code of the activation's challenge.
     *
     * @param options.payload encrypted `{browserKey}` in the browser that registered; the result then has a challenge
     *   for its first sign-in
     */
    activate: ({
      payload,
      ...options
    }: ChallengeOptions & { payload?: string | undefined }): Call<
      Result<'POST /user/activate-account'>,
      'POST /user/activate-account'
    > =>
      act(
        send,
        'POST /user/activate-account',
        SceneType.ACCOUNT_ACTIVATION,
        { body: payload === undefined ? {} : { payload }, isPublic: true },
        options,
      ),
    /** Responds equally whether or not the address has a pending account. */
    resendActivation: (email: string, options?: CallOptions): Call<null, 'POST /user/resend-activation'> =>
      send('POST /user/resend-activation', { body: { email }, isPublic: true }, options),
  };
}
