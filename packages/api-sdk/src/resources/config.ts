import type { CallOptions, Transport } from '../internal/transport.js';
import type { Result } from '../internal/types.js';

/** What a client needs to know before anyone signs in. */
export function config({ publicHttp, call }: Transport) {
  return {
    get: (options?: CallOptions): Promise<Result<'getConfig'>> =>
      call('GET /config', options, (signal) => publicHttp.GET('/config', { signal })),
  };
}
