import { SceneType } from '../generated/domain.js';
import { act, type CaptchaOptions, type ChallengeOptions, withCaptcha } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, Challenge, Result } from '../internal/types.js';

/** Opening an account. */
export function registration({ send }: Client) {
  return {
    /** Checks a registration and answers a challenge, alike for known and unknown addresses. */
    begin: (body: Body<'POST /user/register'>, options?: CallOptions): Call<Challenge, 'POST /user/register'> =>
      send('POST /user/register', { body, isPublic: true }, options) as Call<never, 'POST /user/register'>,
    /** The same registration with its e-mail code: creates the account and sends the activation link. */
    register: (body: Body<'POST /user/register'>, options: ChallengeOptions): Call<null, 'POST /user/register'> =>
      act(send, 'POST /user/register', SceneType.REGISTER, { body, isPublic: true }, options) as Call<
        never,
        'POST /user/register'
      >,
    /** Looks up the account behind an activation link. The phone number may be corrected here. */
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
    /** With the SMS code of the activation's challenge. */
    activate: (options: ChallengeOptions): Call<null, 'POST /user/activate-account'> =>
      act(send, 'POST /user/activate-account', SceneType.ACCOUNT_ACTIVATION, { isPublic: true }, options),
    /** Answers alike whether or not the address has an account that waits. */
    resendActivation: (email: string, options?: CallOptions): Call<null, 'POST /user/resend-activation'> =>
      send('POST /user/resend-activation', { body: { email }, isPublic: true }, options),
  };
}
