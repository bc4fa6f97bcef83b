import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { AuthUser, IdentityFields, UserAccount } from '../internal/types.js';

/** The signed-in customer. */
export function user({ send }: Client) {
  return {
    /** E-mail, scopes, networks. `SESSION_REVOKED` means that the session has ended. */
    getAuthUser: (options?: CallOptions): Call<AuthUser, 'GET /user/get-auth-user'> =>
      send('GET /user/get-auth-user', {}, options),
    /** The customer's data with a masked ID number, and the bound factors. */
    getProfile: (options?: CallOptions): Call<UserAccount, 'GET /user/profile'> =>
      send('GET /user/profile', {}, options),
    /** Possible after a failed identity verification. */
    resubmitVerification: (body: IdentityFields, options?: CallOptions): Call<UserAccount, 'POST /user/verification'> =>
      send('POST /user/verification', { body }, options),
  };
}
