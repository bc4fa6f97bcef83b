import { SceneType } from '../generated/domain.js';
import {
  type ActOptions,
  actParams,
  captchaParams,
  type ChallengeOptions,
  challengeParams,
  dryRun,
} from '../internal/act.js';
import { type CallOptions, nothing, type Transport } from '../internal/transport.js';
import type { ActReview, Body, Result } from '../internal/types.js';

type CaptchaOptions = CallOptions & { captcha?: string | undefined };

/** Forgotten and changed passwords. */
export function password({ http, publicHttp, call }: Transport) {
  return {
    beginForgotten: (email: string, options?: CallOptions): Promise<Result<'forgotPasswordPrecheck'>> =>
      call('POST /user/forgot-password-precheck', options, (signal) =>
        publicHttp.POST('/user/forgot-password-precheck', { body: { email }, signal }),
      ),
    proveForgotten: (options: ChallengeOptions): Promise<Result<'forgotPasswordValidate'>> =>
      call('POST /user/forgot-password-validate', options, (signal) =>
        publicHttp.POST('/user/forgot-password-validate', {
          params: challengeParams(SceneType.FORGOT_PASSWORD, options),
          signal,
        }),
      ),
    /** @param body `payload` seals the new password to the key of `/config` */
    reset: (body: Body<'resetPassword'>, options?: CallOptions): Promise<null> =>
      call('POST /user/reset-password', options, (signal) =>
        nothing(publicHttp.POST('/user/reset-password', { body, signal })),
      ),
    test: (payload: string, options: CaptchaOptions = {}): Promise<null> =>
      call('POST /user/test-password', options, (signal) =>
        nothing(http.POST('/user/test-password', { body: { payload }, params: captchaParams(options), signal })),
      ),
    reviewChange: (payload: string, options?: CallOptions): Promise<ActReview> =>
      call('POST /user/change-password', options, (signal) =>
        http.POST('/user/change-password', { body: { payload }, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** Ends every session and starts the cooldown. */
    change: (payload: string, options: ActOptions): Promise<null> =>
      call('POST /user/change-password', options, (signal) =>
        http.POST('/user/change-password', {
          body: { payload },
          params: actParams(SceneType.CHANGE_PASSWORD, options),
          signal,
        }),
      ) as Promise<null>,
  };
}
