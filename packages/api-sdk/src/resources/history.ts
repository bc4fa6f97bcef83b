import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, ExportJob, HistoryEntry, Limit, PaymentTerms } from '../internal/types.js';

/** Everything that moved money, in one list; limits and exports. */
export function history({ send }: Client) {
  return {
    /** Deposits, withdrawals, swaps and runs of auto-redemption, newest first. */
    search: (
      query: Body<'POST /wallet-history/search'> = {},
      options?: CallOptions,
    ): Pages<HistoryEntry, 'POST /wallet-history/search'> => pages(send, 'POST /wallet-history/search', query, options),
    /** For each act and currency: minimum, maximum, what is left, and when it resets. */
    listLimits: (options?: CallOptions): Call<Limit[], 'GET /limits'> => send('GET /limits', {}, options),
    /** For each payment: what it costs, how long it takes, how much it may be. Signed in, also what is left of the limits. */
    listPaymentTerms: (options?: CallOptions): Call<PaymentTerms[], 'GET /payment-terms'> =>
      send('GET /payment-terms', {}, options),
    /** What the filter shows, as CSV or as a PDF statement; of more entries than 2,000 `EXPORT_TOO_LONG`, see {@link startExport}. */
    export: (
      body: Body<'POST /wallet-history/export'>,
      options?: CallOptions,
    ): Call<Download, 'POST /wallet-history/export'> =>
      download(send, 'POST /wallet-history/export', { body, isSafe: true }, options),
    /** Has an export made, however long it is. A customer has one at a time. */
    startExport: (
      body: Body<'POST /wallet-history/export-jobs'>,
      options?: CallOptions,
    ): Call<ExportJob, 'POST /wallet-history/export-jobs'> =>
      send('POST /wallet-history/export-jobs', { body }, options),
    /** How far it is. */
    getExport: (id: string, options?: CallOptions): Call<ExportJob, 'GET /wallet-history/export-jobs/{id}'> =>
      send('GET /wallet-history/export-jobs/{id}', { params: { path: { id } } }, options),
    /** Its file, for a day. */
    getExportFile: (id: string, options?: CallOptions): Call<Download, 'GET /wallet-history/export-jobs/{id}/file'> =>
      download(send, 'GET /wallet-history/export-jobs/{id}/file', { params: { path: { id } } }, options),
  };
}
