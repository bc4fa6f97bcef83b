import { createHash } from 'node:crypto';
import { audit } from '../audit/audit.ts';
import { transact } from '../database/database.ts';
import type { PlatformServices } from '../services.ts';
import { AppError } from '../errors/app-error.ts';
import type { FileScanPort, ScanVerdict } from './scanner.ts';

/** @throws AppError SERVICE_UNAVAILABLE without a verdict; the file must then be rejected */
export type Scan = (bytes: Buffer) => Promise<ScanVerdict>;

/**
 * Creates a malware scan of a customer's files. Each verdict is audited with the file's SHA-256.
 *
 * @param customerId undefined if the customer is not known
 */
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
