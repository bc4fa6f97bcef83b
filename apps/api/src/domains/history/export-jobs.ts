import type { ExportJob } from '@wusd/api-sdk';
import { languageOf } from '@wusd/i18n/server';
import type { Selectable } from 'kysely';
import { type Db, transact } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/types.ts';
import { DatabaseUnavailableError } from '../../platform/database/unavailable.ts';
import { appendEvents } from '../../platform/events/events.ts';
import type { KeptFile } from '../../platform/files/files.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { createId } from '../../platform/ids.ts';
import type { QueueRun } from '../../platform/jobs/run.ts';
import type { Services } from '../services.ts';
import { type ExportRequest, exportFile } from './export-files.ts';
import { countHistory } from './search.ts';

// Exports that take too long for one request. A job creates the file, one export at a time per customer. A file is
// deleted after a day.

type Row = Omit<Selectable<Database['export_job']>, 'file_sealed'>;

const shown = ['id', 'format', 'status', 'done', 'total', 'created_at'] as const;
/** A lease that is not renewed for this long has expired, and another node restarts the export. */
const leaseMs = 60_000;
const contextOf = (id: string): string => `export:${id}`;

/** Requests an export. It replaces the customer's previous one, finished or not. */
export async function requestExport(services: Services, { reader, filter, format }: ExportRequest): Promise<ExportJob> {
  const { db, clock } = services;
  const row = {
    id: createId('exp', clock),
    customer_id: reader.customerId,
    format,
    language: languageOf(reader.language),
    filter: JSON.stringify(filter),
    scopes: JSON.stringify(reader.scopes),
    status: 'processing' as const,
    done: 0,
    total: await countHistory(services, reader, filter),
    created_at: clock.now(),
  };
  await transact(db, async (trx) => {
    await trx.deleteFrom('export_job').where('customer_id', '=', reader.customerId).execute();
    await trx.insertInto('export_job').values(row).execute();
  });
  return toResponse(row);
}

/** @throws AppError NOT_FOUND if the customer has no such export, or it was replaced or deleted */
export async function findExport(db: Db, customerId: string, id: string): Promise<ExportJob> {
  const row = await db
    .selectFrom('export_job')
    .select(shown)
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return toResponse(row);
}

/** @throws AppError NOT_FOUND if there is no such export, or its file is not ready */
export async function readExportFile({ db, vault }: Services, customerId: string, id: string): Promise<KeptFile> {
  const row = await db
    .selectFrom('export_job')
    .select(['format', 'created_at', 'file_sealed'])
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row?.file_sealed) throw new AppError('NOT_FOUND');
  return {
    mediaType: row.format === 'CSV' ? 'text/csv' : 'application/pdf',
    fileName: `wusd-history-${row.created_at.toISOString().slice(0, 10)}.${row.format.toLowerCase()}`,
    bytes: vault.openBytes(row.file_sealed, contextOf(id)),
  };
}

/**
 * Creates the requested files that no other node has leased, one after another.
 *
 * @param run checked after each page of entries; an export that is not finished restarts in the next run
 */
export async function runExports(services: Services, { isStopping }: Pick<QueueRun, 'isStopping'>): Promise<void> {
  const { db, clock, log } = services;
  for (;;) {
    if (isStopping()) return;
    const now = clock.now();
    const job = await db
      .updateTable('export_job')
      .set({ leased_until: new Date(now.getTime() + leaseMs) })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('export_job')
          .select('id')
          .where('status', '=', 'processing')
          .where((inner) => inner.or([inner('leased_until', 'is', null), inner('leased_until', '<', now)]))
          .orderBy('created_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst();
    if (!job) return;
    await createFile(services, job, isStopping).catch((error: unknown) =>
      // The customer sees the failure and can request another export.
      log.error({ err: error, queue: 'exports', entityId: job.id }, 'an export failed'),
    );
  }
}

/** Aborts an export that was replaced, or whose node is stopping. */
class ExportAborted extends Error {}

async function createFile(services: Services, job: Row, isStopping: () => boolean): Promise<void> {
  const { db, clock, vault, notifier } = services;
  const updateJob = (trx: Db) => trx.updateTable('export_job').where('id', '=', job.id);
  const request: ExportRequest = {
    reader: { customerId: job.customer_id, scopes: job.scopes, language: job.language },
    filter: job.filter,
    format: job.format,
  };
  const progress = async (done: number): Promise<void> => {
    if (isStopping()) throw new ExportAborted();
    const leasedUntil = new Date(clock.now().getTime() + leaseMs);
    const { numUpdatedRows } = await updateJob(db).set({ done, leased_until: leasedUntil }).executeTakeFirst();
    // The customer has requested another export, which deleted this one.
    if (numUpdatedRows === 0n) throw new ExportAborted();
  };
  try {
    const { bytes } = await exportFile(services, request, progress);
    await finish({ status: 'completed', file_sealed: vault.seal(bytes, contextOf(job.id)) });
  } catch (error) {
    if (error instanceof ExportAborted) {
      await updateJob(db).set({ leased_until: null }).execute();
      return;
    }
    // The lease stays set: another node restarts the export once the lease has expired.
    if (error instanceof DatabaseUnavailableError) throw error;
    await finish({ status: 'failed' });
    throw error;
  }

  async function finish(to: { status: 'completed' | 'failed'; file_sealed?: Buffer }): Promise<void> {
    await transact(db, async (trx) => {
      const { numUpdatedRows } = await updateJob(trx).set(to).executeTakeFirst();
      if (numUpdatedRows > 0n)
        await appendEvents(trx, clock, job.customer_id, {
          type: 'wallet_account_updated',
          payload: { entityId: job.id },
        });
    });
    await notifier.send(job.customer_id);
  }
}

/** Deletes exports that were requested before a time. */
export async function deleteOldExports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('export_job').where('created_at', '<', before).execute();
}

const toResponse = ({ id, format, status, done, total, created_at: createdAt }: Pick<Row, (typeof shown)[number]>) => ({
  id,
  format,
  status,
  done,
  total,
  createTime: createdAt.toISOString(),
});
