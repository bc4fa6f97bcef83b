import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, type MfaSubject, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, OtpSent, RecoveryCodes, Result } from '../internal/types.js';

/** One-time codes and the authenticator. */
export function mfa({ send }: Client) {
  return {
    /** Pass the challenge of a public action, or the intent of a review. */
    sendSmsOtp: (body: MfaSubject, options?: CallOptions): Call<OtpSent, 'POST /mfa/send-sms-otp'> =>
      send('POST /mfa/send-sms-otp', { body, isPublic: 'challengeId' in body }, options),
    /** Pass the challenge of a public action, or the intent of a review. */
    sendEmailOtp: (body: MfaSubject, options?: CallOptions): Call<OtpSent, 'POST /mfa/send-email-otp'> =>
      send('POST /mfa/send-email-otp', { body, isPublic: 'challengeId' in body }, options),

    /** Creates a secret to show as QR code and key. It becomes active with {@link bindAuthenticator}. */
    setupAuthenticator: (
      options?: CallOptions,
    ): Call<Result<'POST /mfa/authenticator/setup'>, 'POST /mfa/authenticator/setup'> =>
      send('POST /mfa/authenticator/setup', {}, options),
    reviewAuthenticatorBinding: (
      code: string,
      options?: CallOptions,
    ): Call<ActReview, 'POST /mfa/authenticator/bind'> =>
      review(send, 'POST /mfa/authenticator/bind', { body: { code } }, options),
    /** @param code code of the new authenticator */
    bindAuthenticator: (code: string, options: ActOptions): Call<RecoveryCodes, 'POST /mfa/authenticator/bind'> =>
      act(send, 'POST /mfa/authenticator/bind', SceneType.APP_BIND, { body: { code } }, options),
    reviewAuthenticatorRemoval: (options?: CallOptions): Call<ActReview, 'POST /mfa/authenticator/unbind'> =>
      review(send, 'POST /mfa/authenticator/unbind', {}, options),
    /** Starts the 24 hour cooldown. */
    unbindAuthenticator: (options: ActOptions): Call<null, 'POST /mfa/authenticator/unbind'> =>
      act(send, 'POST /mfa/authenticator/unbind', SceneType.APP_UNBIND, {}, options),
    reviewRecoveryCodes: (options?: CallOptions): Call<ActReview, 'POST /mfa/authenticator/recovery-codes'> =>
      review(send, 'POST /mfa/authenticator/recovery-codes', {}, options),
    /** Replaces the recovery codes. Earlier codes become invalid. */
    renewRecoveryCodes: (options: ActOptions): Call<RecoveryCodes, 'POST /mfa/authenticator/recovery-codes'> =>
      act(send, 'POST /mfa/authenticator/recovery-codes', SceneType.APP_BIND, {}, options),
    /** @param createdAt creation time from the response. If the codes have been replaced since: MOVE_NOT_ALLOWED */
    confirmRecoveryCodes: (
      createdAt: string,
      options?: CallOptions,
    ): Call<null, 'POST /mfa/authenticator/recovery-codes/saved'> =>
      send('POST /mfa/authenticator/recovery-codes/saved', { body: { createdAt } }, options),
  };
}
