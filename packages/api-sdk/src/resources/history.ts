import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, ExportJob, HistoryEntry, Limit, PaymentTerms } from '../internal/types.js';

/** Transaction history, limits and exports. */
export function history({ send }: Client) {
  return {
    /** Deposits, withdrawals, swaps and runs of auto-redemption, newest first. */
    search: (
      query: Body<'POST /wallet-history/search'> = {},
      options?: CallOptions,
    ): Pages<HistoryEntry, 'POST /wallet-history/search'> => pages(send, 'POST /wallet-history/search', query, options),
    /** Minimum, maximum, remaining amount and reset time for each action and currency. */
    listLimits: (options?: CallOptions): Call<Limit[], 'GET /limits'> => send('GET /limits', {}, options),
    /** Cost, duration and limits of each payment. If signed in, also the remaining limits. */
    listPaymentTerms: (options?: CallOptions): Call<PaymentTerms[], 'GET /payment-terms'> =>
      send('GET /payment-terms', {}, options),
    /**
     * Exports the filtered history as CSV or as a PDF statement. More than 2,000 entries: `EXPORT_TOO_LONG`, see {@link
     * startExport}.
     */
    export: (
      body: Body<'POST /wallet-history/export'>,
      options?: CallOptions,
    ): Call<Download, 'POST /wallet-history/export'> =>
      download(send, 'POST /wallet-history/export', { body, isSafe: true }, options),
    /** Starts an export of any length. A customer can have one at a time. */
    startExport: (
      body: Body<'POST /wallet-history/export-jobs'>,
      options?: CallOptions,
    ): Call<ExportJob, 'POST /wallet-history/export-jobs'> =>
      send('POST /wallet-history/export-jobs', { body }, options),
    /** Progress of an export. */
    getExport: (id: string, options?: CallOptions): Call<ExportJob, 'GET /wallet-history/export-jobs/{id}'> =>
      send('GET /wallet-history/export-jobs/{id}', { params: { path: { id } } }, options),
    /** File of an export, available for one day. */
    getExportFile: (id: string, options?: CallOptions): Call<Download, 'GET /wallet-history/export-jobs/{id}/file'> =>
      download(send, 'GET /wallet-history/export-jobs/{id}/file', { params: { path: { id } } }, options),
  };
}
