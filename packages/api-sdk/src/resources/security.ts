import { SceneType } from '../generated/domain.js';
import { act, type ActOptions, review } from '../internal/act.js';
import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { AccountFreeze, ActReview, SecurityCheckup, SecurityLogEntry, SignIn } from '../internal/types.js';

/** Sign-ins, log, freeze and anti-phishing code. */
export function security({ send }: Client) {
  return {
    reviewAntiPhishingCode: (
      antiPhishingCode: string,
      options?: CallOptions,
    ): Call<ActReview, 'PUT /user/anti-phishing-code'> =>
      review(send, 'PUT /user/anti-phishing-code', { body: { antiPhishingCode } }, options),
    /** Four to twenty letters and digits, included in every mail afterwards. */
    setAntiPhishingCode: (antiPhishingCode: string, options: ActOptions): Call<null, 'PUT /user/anti-phishing-code'> =>
      act(send, 'PUT /user/anti-phishing-code', SceneType.ANTI_PHISHING_CODE, { body: { antiPhishingCode } }, options),
    /** Current and past sign-ins, newest first. Pass the id of the last for the next page. */
    listSessions: ({
      before,
      size,
      ...options
    }: CallOptions & { before?: string | undefined; size?: number } = {}): Call<SignIn[], 'GET /user/sessions'> =>
      send(
        'GET /user/sessions',
        { params: { query: { ...(before !== undefined && { before }), ...(size !== undefined && { size }) } } },
        options,
      ),
    /** Confirms that the customer recognises every sign-in up to this one. */
    confirmSessions: (options?: CallOptions): Call<null, 'POST /user/sessions/review'> =>
      send('POST /user/sessions/review', {}, options),
    /** Security checks that the customer completed, besides the factors of the profile. */
    getCheckup: (options?: CallOptions): Call<SecurityCheckup, 'GET /user/security-checkup'> =>
      send('GET /user/security-checkup', {}, options),
    /** The tokens of the session become invalid at once. */
    endSession: (id: string, options?: CallOptions): Call<null, 'DELETE /user/sessions/{id}'> =>
      send('DELETE /user/sessions/{id}', { params: { path: { id } } }, options),
    /** Security events of the account, newest first. */
    listSecurityLog: (options?: CallOptions): Call<SecurityLogEntry[], 'GET /user/security-log'> =>
      send('GET /user/security-log', {}, options),
    /**
     * Freezes the account: signed in, or signed out with the code of a notice. Only Operations can unfreeze it. Returns
     * the support case.
     */
    freeze: (freezeCode?: string, options?: CallOptions): Call<AccountFreeze, 'POST /user/freeze'> =>
      send(
        'POST /user/freeze',
        freezeCode === undefined ? { body: {} } : { body: { freezeCode }, isPublic: true },
        options,
      ),
  };
}
