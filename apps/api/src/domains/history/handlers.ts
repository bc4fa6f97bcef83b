import { type Call, FileResponse, type Handlers } from '../../platform/contract/operations.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { consumeRateLimit } from '../../platform/security/rate-limits.ts';
import { findCustomer } from '../../commands/customers.ts';
import type { Services } from '../services.ts';
import { type ExportRequest, exportFile } from './export-files.ts';
import { findExport, readExportFile, requestExport } from './export-jobs.ts';
import { readLimits } from './limits.ts';
import type { HistoryReader } from './legs.ts';
import { countHistory, searchHistory } from './search.ts';

/** Entries that are made a file of while their customer waits. */
const atOnce = 2000;
/** Pages of a statement are laid out in memory: of more entries than this there is CSV alone. */
const mostOfStatement = 20_000;
const perHour = 60;

export function historyHandlers(services: Services): Handlers {
  const { db, vault } = services;

  /** What is to be exported, and that it is not too much. */
  async function exportOf(
    { caller, body, language }: Pick<Call<'exportHistory'>, 'caller' | 'body' | 'language'>,
    most: number,
  ): Promise<ExportRequest> {
    await consumeRateLimit(services, `export:${caller.customerId}`, perHour, 60 * 60);
    const { format, ...filter } = body;
    const reader = readerOf(caller, language);
    if ((await countHistory(db, reader, filter)) > most) throw new AppError('EXPORT_TOO_LONG');
    return { reader, filter, format };
  }

  return {
    searchHistory: ({ caller, body: { filter = {}, ...page }, language }) =>
      searchHistory(db, readerOf(caller, language), filter, page),

    async exportHistory(call) {
      return new FileResponse(await exportFile(services, await exportOf(call, atOnce)));
    },

    async startHistoryExport(call) {
      const most = call.body.format === 'PDF' ? mostOfStatement : Number.POSITIVE_INFINITY;
      const job = await requestExport(services, await exportOf(call, most));
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
