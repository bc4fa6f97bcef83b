import { SceneType } from '../generated/domain.js';
import { type ActOptions, actParams, dryRun } from '../internal/act.js';
import { type CallOptions, type Transport } from '../internal/transport.js';
import type { ActReview, Body, Done } from '../internal/types.js';

/** Phone number and e-mail address. */
export function contact({ http, call }: Transport) {
  return {
    reviewPhoneProof: (options?: CallOptions): Promise<ActReview> =>
      call('POST /user/change-mobile/precheck', options, (signal) =>
        http.POST('/user/change-mobile/precheck', { body: {}, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** Proves the old phone; the answer's `precheckId` goes into {@link changePhone}. */
    provePhone: (options: ActOptions): Promise<Done<'changeMobilePrecheck'>> =>
      call('POST /user/change-mobile/precheck', options, (signal) =>
        http.POST('/user/change-mobile/precheck', {
          body: {},
          params: actParams(SceneType.PHONE_BIND, options),
          signal,
        }),
      ) as Promise<Done<'changeMobilePrecheck'>>,
    reviewPhoneChange: (body: Body<'changeMobile'>, options?: CallOptions): Promise<ActReview> =>
      call('POST /user/change-mobile', options, (signal) =>
        http.POST('/user/change-mobile', { body, params: dryRun, signal }),
      ) as Promise<ActReview>,
    changePhone: (body: Body<'changeMobile'>, options: ActOptions): Promise<null> =>
      call('POST /user/change-mobile', options, (signal) =>
        http.POST('/user/change-mobile', { body, params: actParams(SceneType.PHONE_BIND, options), signal }),
      ) as Promise<null>,
    reviewEmailProof: (options?: CallOptions): Promise<ActReview> =>
      call('POST /user/change-email/precheck', options, (signal) =>
        http.POST('/user/change-email/precheck', { body: {}, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** Proves the old address; the answer's `precheckId` goes into {@link changeEmail}. */
    proveEmail: (options: ActOptions): Promise<Done<'changeEmailPrecheck'>> =>
      call('POST /user/change-email/precheck', options, (signal) =>
        http.POST('/user/change-email/precheck', {
          body: {},
          params: actParams(SceneType.EMAIL_UNBIND, options),
          signal,
        }),
      ) as Promise<Done<'changeEmailPrecheck'>>,
    reviewEmailChange: (body: Body<'changeEmail'>, options?: CallOptions): Promise<ActReview> =>
      call('POST /user/change-email', options, (signal) =>
        http.POST('/user/change-email', { body, params: dryRun, signal }),
      ) as Promise<ActReview>,
    changeEmail: (body: Body<'changeEmail'>, options: ActOptions): Promise<null> =>
      call('POST /user/change-email', options, (signal) =>
        http.POST('/user/change-email', { body, params: actParams(SceneType.EMAIL_BIND, options), signal }),
      ) as Promise<null>,
  };
}
