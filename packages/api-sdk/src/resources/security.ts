import { SceneType } from '../generated/domain.js';
import { type ActOptions, actParams, dryRun } from '../internal/act.js';
import { type CallOptions, nothing, type Transport } from '../internal/transport.js';
import type { ActReview, Result, SignIn } from '../internal/types.js';

/** Sign-ins, log, freeze and anti-phishing code. */
export function security({ http, publicHttp, call }: Transport) {
  return {
    reviewAntiPhishingCode: (antiPhishingCode: string, options?: CallOptions): Promise<ActReview> =>
      call('PUT /user/anti-phishing-code', options, (signal) =>
        http.PUT('/user/anti-phishing-code', { body: { antiPhishingCode }, params: dryRun, signal }),
      ) as Promise<ActReview>,
    setAntiPhishingCode: (antiPhishingCode: string, options: ActOptions): Promise<null> =>
      call('PUT /user/anti-phishing-code', options, (signal) =>
        http.PUT('/user/anti-phishing-code', {
          body: { antiPhishingCode },
          params: actParams(SceneType.ANTI_PHISHING_CODE, options),
          signal,
        }),
      ) as Promise<null>,
    /** Sign-ins, current and past. */
    listSessions: (options?: CallOptions): Promise<SignIn[]> =>
      call('GET /user/sessions', options, (signal) => http.GET('/user/sessions', { signal })),
    endSession: (id: string, options?: CallOptions): Promise<null> =>
      call('DELETE /user/sessions/{id}', options, (signal) =>
        nothing(http.DELETE('/user/sessions/{id}', { params: { path: { id } }, signal })),
      ),
    listSecurityLog: (options?: CallOptions): Promise<Result<'listSecurityLog'>> =>
      call('GET /user/security-log', options, (signal) => http.GET('/user/security-log', { signal })),
    /** Signed in, or signed out with the code of a notice. Only Operations lifts it. */
    freeze: (freezeCode?: string, options?: CallOptions): Promise<null> =>
      call('POST /user/freeze', options, (signal) =>
        nothing(
          (freezeCode === undefined ? http : publicHttp).POST('/user/freeze', {
            body: freezeCode === undefined ? {} : { freezeCode },
            signal,
          }),
        ),
      ),
  };
}
