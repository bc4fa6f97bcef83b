import { type CallOptions, type Transport } from '../internal/transport.js';
import type { IdentityFields, Result, UserAccount } from '../internal/types.js';

/** The signed-in customer. */
export function user({ http, call }: Transport) {
  return {
    /** E-mail, scopes, networks. `SESSION_REVOKED` says that the session is over. */
    getAuthUser: (options?: CallOptions): Promise<Result<'getAuthUser'>> =>
      call('GET /user/get-auth-user', options, (signal) => http.GET('/user/get-auth-user', { signal })),
    getProfile: (options?: CallOptions): Promise<UserAccount> =>
      call('GET /user/profile', options, (signal) => http.GET('/user/profile', { signal })),
    /** After a failed identity verification. */
    resubmitVerification: (body: IdentityFields, options?: CallOptions): Promise<UserAccount> =>
      call('POST /user/verification', options, (signal) => http.POST('/user/verification', { body, signal })),
  };
}
