import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import type { CallOptions } from '../internal/options.js';
import type { Client } from '../internal/transport.js';
import type { Body, Limit } from '../internal/types.js';

/** Limits and exports. */
export function history({ send }: Client) {
  return {
    /** For each act and currency: minimum, maximum, what is left, and when it resets. */
    listLimits: (options?: CallOptions): Call<Limit[], 'GET /limits'> => send('GET /limits', {}, options),
    /** What the filter shows, as CSV or as a PDF statement. */
    export: (
      body: Body<'POST /wallet-history/export'>,
      options?: CallOptions,
    ): Call<Download, 'POST /wallet-history/export'> =>
      download(send, 'POST /wallet-history/export', { body, isSafe: true }, options),
  };
}
