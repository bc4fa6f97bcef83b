import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, type MfaSubject, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { ActReview, Body, Passkey, Result } from '../internal/types.js';

/** Passkeys (WebAuthn). */
export function passkeys({ send }: Client) {
  return {
    /** Oldest first. */
    list: (options?: CallOptions): Call<Passkey[], 'GET /mfa/passkeys'> => send('GET /mfa/passkeys', {}, options),
    /** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
    creationOptions: (
      options?: CallOptions,
    ): Call<Result<'POST /mfa/passkeys/options'>, 'POST /mfa/passkeys/options'> =>
      send('POST /mfa/passkeys/options', {}, options),
    reviewCreation: (body: Body<'POST /mfa/passkeys'>, options?: CallOptions): Call<ActReview, 'POST /mfa/passkeys'> =>
      review(send, 'POST /mfa/passkeys', { body }, options),
    create: (body: Body<'POST /mfa/passkeys'>, options: ActOptions): Call<Passkey, 'POST /mfa/passkeys'> =>
      act(send, 'POST /mfa/passkeys', SceneType.APP_BIND, { body }, options),
    rename: (id: string, name: string, options?: CallOptions): Call<Passkey, 'PATCH /mfa/passkeys/{id}'> =>
      send('PATCH /mfa/passkeys/{id}', { body: { name }, params: { path: { id } } }, options),
    reviewRemoval: (id: string, options?: CallOptions): Call<ActReview, 'DELETE /mfa/passkeys/{id}'> =>
      review(send, 'DELETE /mfa/passkeys/{id}', { params: { path: { id } } }, options),
    /** Starts the 24 hour cooldown. */
    remove: (id: string, options: ActOptions): Call<null, 'DELETE /mfa/passkeys/{id}'> =>
      act(send, 'DELETE /mfa/passkeys/{id}', SceneType.APP_UNBIND, { params: { path: { id } } }, options),
    /**
     * For `PublicKeyCredential.parseRequestOptionsFromJSON`. Pass the challenge of a public action, or the intent of a
     * review.
     */
    checkOptions: (
      body: MfaSubject,
      options?: CallOptions,
    ): Call<Result<'POST /mfa/passkeys/check-options'>, 'POST /mfa/passkeys/check-options'> =>
      send('POST /mfa/passkeys/check-options', { body, isPublic: 'challengeId' in body }, options),
  };
}
