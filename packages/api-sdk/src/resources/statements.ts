import type { Call } from '../internal/call.js';
import { type Download, download } from '../internal/download.js';
import type { CallOptions } from '../internal/options.js';
import { type Pages, pages } from '../internal/pages.js';
import type { Client } from '../internal/transport.js';
import type { Body, Query, Statement } from '../internal/types.js';

/** Monthly statements, one for each currency. */
export function statements({ send }: Client) {
  return {
    /** Newest month first, including the current month. */
    search: (
      query: Body<'POST /wallet-history/statements/search'> = {},
      options?: CallOptions,
    ): Pages<Statement, 'POST /wallet-history/statements/search'> =>
      pages(send, 'POST /wallet-history/statements/search', query, options),
    /**
     * Transactions of a month as a file, e.g. `download(statement, 'PDF')`. Too many for the format:
     * `STATEMENT_TOO_LONG`.
     */
    download: (
      { currency, month }: Pick<Statement, 'currency' | 'month'>,
      format: Query<'GET /wallet-history/statements/{currency}/{month}'>['format'],
      options?: CallOptions,
    ): Call<Download, 'GET /wallet-history/statements/{currency}/{month}'> =>
      download(
        send,
        'GET /wallet-history/statements/{currency}/{month}',
        { params: { path: { currency, month }, query: { format } } },
        options,
      ),
  };
}
