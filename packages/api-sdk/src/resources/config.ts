import type { Call } from '../internal/call.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Config } from '../internal/types.js';

/** Configuration that a client needs before sign-in. */
export function config({ send }: Client) {
  return {
    get: (options?: CallOptions): Call<Config, 'GET /config'> => send('GET /config', { isPublic: true }, options),
  };
}
