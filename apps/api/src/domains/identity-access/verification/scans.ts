import { transact } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type AcceptedFile, acceptFile } from '../../../platform/files/files.ts';
import { createScan } from '../../../platform/files/scan.ts';
import { backoffMs } from '../../../platform/jobs/backoff.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import type { Services } from '../../services.ts';
import { announceChange } from './documents.ts';
import { lockDocument, moveDocument, tellRejection } from './decisions.ts';
import type { ScanReason } from './reasons.ts';
import { type DocumentRow, getFile, putFile } from './stored.ts';

/** Duration of a node's lease on a file. It exceeds the response time of the scanner. */
const leaseMs = 120_000;
const wait = { firstMs: 2000, longestMs: 15 * 60_000 };

/**
 * Scans files that had no verdict at upload, until the scanner returns one. Until then no user can read a file and no
 * operator can decide on it. A separate statement leases a file by moving its due time, so that no lock is held during
 * the scan.
 */
export async function scanDocuments(services: Services, run: QueueRun = everything): Promise<void> {
  while (!run.isStopping()) {
    const row = await leaseNext(services);
    if (!row) return;
    const bytes = await getFile(services.db, services.vault, row.id);
    const result = bytes && (await scan(services, row, bytes));
    if (result) await record(services, row.id, result);
    else await postpone(services, row);
  }
}

async function leaseNext({ db, clock }: Services): Promise<DocumentRow | undefined> {
  const now = clock.now();
  return db
    .updateTable('verification_document')
    .set((eb) => ({ scan_attempts: eb('scan_attempts', '+', 1), scan_at: new Date(now.getTime() + leaseMs) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('verification_document')
        .select('id')
        .where('scan_at', '<=', now)
        .orderBy('scan_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** @returns the file to store, or the reason for its rejection; undefined without a verdict */
async function scan(
  services: Services,
  { id, customer_id: customerId, type }: DocumentRow,
  bytes: Buffer,
): Promise<AcceptedFile | ScanReason | undefined> {
  try {
    const upload = { field: '', fileName: `${id}.${type.toLowerCase()}`, bytes };
    return await acceptFile(upload, createScan(services, customerId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.errorName !== 'FILE_NOT_ACCEPTED') return undefined;
    return error.details.reasonCode === 'malware' ? 'malware' : 'file-unreadable';
  }
}

async function record(services: Services, id: string, result: AcceptedFile | ScanReason): Promise<void> {
  const { db, clock, vault, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const { row, customer } = await lockDocument(trx, services, id);
    if (!row.scan_at) return customer.id;
    if (typeof result === 'string') {
      await moveDocument(trx, services, row, { to: 'rejected', reason: result }, 'system');
      await trx
        .deleteFrom('verification_file')
        .where('customer_id', '=', customer.id)
        .where('document_id', '=', id)
        .execute();
      await tellRejection(trx, services, customer, { row, reason: result });
    } else {
      await putFile(trx, vault, row, result.bytes);
      await trx
        .updateTable('verification_document')
        .set({ scan_at: null })
        .where('customer_id', '=', customer.id)
        .where('id', '=', id)
        .execute();
    }
    await announceChange(trx, clock, customer.id);
    return customer.id;
  }).catch((error: unknown) => {
    // The customer removed the document in the meantime.
    if (error instanceof AppError && error.errorName === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (customerId !== undefined) await notifier.send(customerId, 'messages');
}

async function postpone(
  { db, clock }: Services,
  { id, customer_id: customerId, scan_attempts: attempts }: DocumentRow,
): Promise<void> {
  await db
    .updateTable('verification_document')
    .set({ scan_at: new Date(clock.now().getTime() + backoffMs(attempts, wait, Math.random)) })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('scan_at', 'is not', null)
    .execute();
}
