import { SceneType } from '../generated/domain.js';
import { type ActOptions, actParams, dryRun } from '../internal/act.js';
import type { CallOptions, Transport } from '../internal/transport.js';
import type { ActReview, Done, Result } from '../internal/types.js';

/** One-time codes and the authenticator. */
export function mfa({ http, publicHttp, call }: Transport) {
  return {
    sendSmsOtp: (body: { challengeId: string }, options?: CallOptions): Promise<Result<'sendSmsOtp'>> =>
      call('POST /mfa/send-sms-otp', options, (signal) => publicHttp.POST('/mfa/send-sms-otp', { body, signal })),
    sendEmailOtp: (body: { challengeId: string }, options?: CallOptions): Promise<Result<'sendEmailOtp'>> =>
      call('POST /mfa/send-email-otp', options, (signal) => publicHttp.POST('/mfa/send-email-otp', { body, signal })),

    /** A new secret to show as QR code and key; it counts only once bound. */
    setupAuthenticator: (options?: CallOptions): Promise<Result<'setupAuthenticator'>> =>
      call('POST /mfa/authenticator/setup', options, (signal) => http.POST('/mfa/authenticator/setup', { signal })),
    reviewAuthenticatorBinding: (code: string, options?: CallOptions): Promise<ActReview> =>
      call('POST /mfa/authenticator/bind', options, (signal) =>
        http.POST('/mfa/authenticator/bind', { body: { code }, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** @param code what the new authenticator shows */
    bindAuthenticator: (code: string, options: ActOptions): Promise<Done<'bindAuthenticator'>> =>
      call('POST /mfa/authenticator/bind', options, (signal) =>
        http.POST('/mfa/authenticator/bind', {
          body: { code },
          params: actParams(SceneType.APP_BIND, options),
          signal,
        }),
      ) as Promise<Done<'bindAuthenticator'>>,
    reviewAuthenticatorRemoval: (options?: CallOptions): Promise<ActReview> =>
      call('POST /mfa/authenticator/unbind', options, (signal) =>
        http.POST('/mfa/authenticator/unbind', { body: {}, params: dryRun, signal }),
      ) as Promise<ActReview>,
    unbindAuthenticator: (options: ActOptions): Promise<null> =>
      call('POST /mfa/authenticator/unbind', options, (signal) =>
        http.POST('/mfa/authenticator/unbind', { body: {}, params: actParams(SceneType.APP_UNBIND, options), signal }),
      ) as Promise<null>,
    reviewRecoveryCodes: (options?: CallOptions): Promise<ActReview> =>
      call('POST /mfa/authenticator/recovery-codes', options, (signal) =>
        http.POST('/mfa/authenticator/recovery-codes', { body: {}, params: dryRun, signal }),
      ) as Promise<ActReview>,
    /** The older ones are worthless from then on. */
    renewRecoveryCodes: (options: ActOptions): Promise<Done<'renewRecoveryCodes'>> =>
      call('POST /mfa/authenticator/recovery-codes', options, (signal) =>
        http.POST('/mfa/authenticator/recovery-codes', {
          body: {},
          params: actParams(SceneType.APP_BIND, options),
          signal,
        }),
      ) as Promise<Done<'renewRecoveryCodes'>>,
  };
}
