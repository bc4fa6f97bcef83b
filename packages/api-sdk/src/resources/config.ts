import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Config } from '../internal/types.js';

/** What a client needs to know before anyone signs in. */
export function config({ send }: Client) {
  return {
    get: (options?: CallOptions): Call<Config, 'GET /config'> => send('GET /config', { isPublic: true }, options),
  };
}
