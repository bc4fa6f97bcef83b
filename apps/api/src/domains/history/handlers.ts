import { type Call, FileResponse, type Handlers } from '../../platform/contract/operations.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { consumeRateLimit, consumeRateLimitByAddress } from '../../platform/security/rate-limits.ts';
import { findCustomer } from '../../commands/customers.ts';
import type { Services } from '../services.ts';
import { type ExportRequest, exportFile } from './export-files.ts';
import { findExport, readExportFile, requestExport } from './export-jobs.ts';
import { readLimits } from './limits.ts';
import { listPaymentTerms } from './payment-terms.ts';
import type { HistoryReader } from './sources.ts';
import { countHistory, searchHistory } from './search.ts';

/** Maximum number of entries in an export that is created within the request. */
const maxImmediateEntries = 2000;
/**
 * Maximum number of entries in a PDF, because a PDF is laid out in memory. Longer exports are available as CSV only.
 */
const maxPdfEntries = 20_000;
const exportsPerHour = 60;

export function historyHandlers(services: Services): Handlers {
  const { db, vault } = services;

  /** Validates a request for an export. @throws AppError EXPORT_TOO_LONG, TOO_MANY_REQUESTS */
  async function exportOf(
    { caller, body, language }: Pick<Call<'exportHistory'>, 'caller' | 'body' | 'language'>,
    maxEntries: number,
  ): Promise<ExportRequest> {
    await consumeRateLimit(services, `export:${caller.customerId}`, exportsPerHour, 60 * 60);
    const { format, ...filter } = body;
    const reader = readerOf(caller, language);
    if ((await countHistory(services, reader, filter)) > maxEntries) throw new AppError('EXPORT_TOO_LONG');
    return { reader, filter, format };
  }

  return {
    searchHistory: ({ caller, body: { filter = {}, ...page }, language }) =>
      searchHistory(services, readerOf(caller, language), filter, page),

    async exportHistory(call) {
      return new FileResponse(await exportFile(services, await exportOf(call, maxImmediateEntries)));
    },

    async startHistoryExport(call) {
      const maxEntries = call.body.format === 'PDF' ? maxPdfEntries : Number.POSITIVE_INFINITY;
      const job = await requestExport(services, await exportOf(call, maxEntries));
      await services.notifier.send('exports');
      return job;
    },

    getHistoryExport({ caller: { customerId }, path }) {
      const { id } = path;
      return findExport(db, customerId, id);
    },

    async getHistoryExportFile({ caller: { customerId }, path }) {
      const { id } = path;
      return new FileResponse(await readExportFile(services, customerId, id));
    },

    async listPaymentTerms({ caller, client }) {
      if (!caller) await consumeRateLimitByAddress(services, 'terms', client.ip, 300, 60);
      return listPaymentTerms(services, caller && (await findCustomer(db, vault, caller.customerId)));
    },

    async listLimits({ caller: { customerId } }) {
      const customer = await findCustomer(db, vault, customerId);
      if (!customer) throw new AppError('NOT_FOUND');
      return readLimits(services, customer);
    },
  };
}

const readerOf = (
  { customerId, scopes }: { customerId: string; scopes: readonly string[] },
  language: string | undefined,
): HistoryReader => ({ customerId, scopes, language });
