import { SceneType } from '../generated/domain.js';
import { captchaParams, type ChallengeOptions, challengeParams } from '../internal/act.js';
import { type CallOptions, nothing, type Transport } from '../internal/transport.js';
import type { Body, Result } from '../internal/types.js';

type CaptchaOptions = CallOptions & { captcha?: string | undefined };

/** Opening an account. */
export function registration({ publicHttp, call }: Transport) {
  return {
    /** Checks a registration and answers a challenge, alike for known and unknown addresses. */
    begin: (body: Body<'register'>, options?: CallOptions): Promise<Result<'register'>> =>
      call('POST /user/register', options, (signal) => publicHttp.POST('/user/register', { body, signal })),
    /** The same registration with its e-mail code: creates the account. */
    register: (body: Body<'register'>, options: ChallengeOptions): Promise<Result<'register'>> =>
      call('POST /user/register', options, (signal) =>
        publicHttp.POST('/user/register', { body, params: challengeParams(SceneType.REGISTER, options), signal }),
      ),
    getActivationInfo: (
      accountKey: string,
      body: Body<'getActivationInfo'> = {},
      options: CaptchaOptions = {},
    ): Promise<Result<'getActivationInfo'>> =>
      call('POST /user/to-be-activate-account-info', options, (signal) =>
        publicHttp.POST('/user/to-be-activate-account-info', {
          body,
          params: { query: { accountKey, ...captchaParams(options).query } },
          signal,
        }),
      ),
    activate: (options: ChallengeOptions): Promise<null> =>
      call('POST /user/activate-account', options, (signal) =>
        nothing(
          publicHttp.POST('/user/activate-account', {
            params: { ...challengeParams(SceneType.ACCOUNT_ACTIVATION, options), ...captchaParams(options) },
            signal,
          }),
        ),
      ),
    resendActivation: (email: string, options?: CallOptions): Promise<null> =>
      call('POST /user/resend-activation', options, (signal) =>
        nothing(publicHttp.POST('/user/resend-activation', { body: { email }, signal })),
      ),
  };
}
