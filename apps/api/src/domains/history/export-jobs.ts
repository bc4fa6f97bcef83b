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

// Exports too long for one answer: made aside, one for a customer at a time, and kept for a day.

type Row = Omit<Selectable<Database['export_job']>, 'file_sealed'>;

const shown = ['id', 'format', 'status', 'done', 'total', 'created_at'] as const;
/** A node that says nothing for so long is gone, and another begins anew. */
const leaseMs = 60_000;
const contextOf = (id: string): string => `export:${id}`;

/** Asks for one; what the same customer had asked for before is given up. */
export async function requestExport(
  { db, clock }: Services,
  { reader, filter, format }: ExportRequest,
): Promise<ExportJob> {
  const row = {
    id: createId('exp', clock),
    customer_id: reader.customerId,
    format,
    language: languageOf(reader.language),
    filter: JSON.stringify(filter),
    scopes: JSON.stringify(reader.scopes),
    status: 'processing' as const,
    done: 0,
    total: await countHistory(db, reader, filter),
    created_at: clock.now(),
  };
  await transact(db, async (trx) => {
    await trx.deleteFrom('export_job').where('customer_id', '=', reader.customerId).execute();
    await trx.insertInto('export_job').values(row).execute();
  });
  return show(row);
}

/** @throws AppError NOT_FOUND where it is not this customer's, or given up, or its day is over */
export async function findExport(db: Db, customerId: string, id: string): Promise<ExportJob> {
  const row = await db
    .selectFrom('export_job')
    .select(shown)
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return show(row);
}

/** @throws AppError NOT_FOUND also where it is not made yet */
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
 * Makes what is asked for and nobody is at, one after another. Not one of the rounds that move money: a long one keeps none of them waiting.
 *
 * @param run asked now and then whether it stops: what is not done is left, for whoever starts next
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
          .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<', now)]))
          .orderBy('created_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst();
    if (!job) return;
    await make(services, job, isStopping).catch((error: unknown) =>
      // Its customer sees that it failed, and can ask for another.
      log.error({ err: error, queue: 'exports', entityId: job.id }, 'an export failed'),
    );
  }
}

/** Ends the writing of a file. */
class GivenUp extends Error {}

async function make(services: Services, job: Row, isStopping: () => boolean): Promise<void> {
  const { db, clock, vault, notifier } = services;
  const of = (trx: Db) => trx.updateTable('export_job').where('id', '=', job.id);
  const what: ExportRequest = {
    reader: { customerId: job.customer_id, scopes: job.scopes, language: job.language },
    filter: job.filter,
    format: job.format,
  };
  const progress = async (done: number): Promise<void> => {
    if (isStopping()) throw new GivenUp();
    const leased = new Date(clock.now().getTime() + leaseMs);
    const { numUpdatedRows } = await of(db).set({ done, leased_until: leased }).executeTakeFirst();
    // Its customer has asked for another.
    if (numUpdatedRows === 0n) throw new GivenUp();
  };
  try {
    const { bytes } = await exportFile(services, what, progress);
    await end({ status: 'completed', file_sealed: vault.seal(bytes, contextOf(job.id)) });
  } catch (error) {
    if (error instanceof GivenUp) {
      await of(db).set({ leased_until: null }).execute();
      return;
    }
    // Left under its lease: the export is begun again once that has expired.
    if (error instanceof DatabaseUnavailableError) throw error;
    await end({ status: 'failed' });
    throw error;
  }

  async function end(to: { status: 'completed' | 'failed'; file_sealed?: Buffer }): Promise<void> {
    await transact(db, async (trx) => {
      const { numUpdatedRows } = await of(trx).set(to).executeTakeFirst();
      if (numUpdatedRows > 0n)
        await appendEvents(trx, clock, job.customer_id, {
          type: 'wallet_account_updated',
          payload: { entityId: job.id },
        });
    });
    await notifier.send(job.customer_id);
  }
}

/** Deletes what was kept long enough. */
export async function deleteOldExports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('export_job').where('created_at', '<', before).execute();
}

const show = ({ id, format, status, done, total, created_at: createdAt }: Pick<Row, (typeof shown)[number]>) => ({
  id,
  format,
  status,
  done,
  total,
  createTime: createdAt.toISOString(),
});
