import { createHash } from 'node:crypto';
import { audit } from '../audit/audit.ts';
import { transact } from '../database/database.ts';
import type { PlatformServices } from '../services.ts';
import { AppError } from '../errors/app-error.ts';
import type { FileScanPort, ScanVerdict } from './scanner.ts';

/** @throws AppError SERVICE_UNAVAILABLE where there is no verdict: a file without one is not accepted */
export type Scan = (bytes: Buffer) => Promise<ScanVerdict>;

/** Scans a customer's files for malware; each verdict is audited by the file's SHA-256. @param customerId undefined where it is not known */
export function createScan(
  {
    db,
    clock,
    log,
    gateways,
  }: Pick<PlatformServices, 'db' | 'clock' | 'log'> & { gateways: { scanner: FileScanPort } },
  customerId: string | undefined,
): Scan {
  return async (bytes) => {
    const verdict = await gateways.scanner.scan(bytes).catch((error: unknown) => {
      log.warn({ err: error }, 'file scan failed');
      throw new AppError('SERVICE_UNAVAILABLE');
    });
    const details = {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      verdict: verdict.isClean ? 'clean' : 'infected',
      ...(!verdict.isClean && { signature: verdict.signature }),
    };
    await transact(db, (trx) => audit(trx, clock, { customerId, actor: 'system', act: 'file scanned', details }));
    return verdict;
  };
}
