import { createHash } from 'node:crypto';
import { audit } from '../../../platform/audit/audit.ts';
import { type Db, transact } from '../../../platform/database/database.ts';
import { acceptFile, type FileType, type KeptFile, mediaTypes, type Upload } from '../../../platform/files/files.ts';
import { createScan } from '../../../platform/files/scan.ts';
import type { Services } from '../../services.ts';

/** A customer's proof of a wire, stored in blob storage. */
export interface KeptReceipt {
  type: FileType;
  blobKey: string;
}

const contextOf = (key: string): string => `receipt:${key}`;

/**
 * Stores the files of a declaration before its row is written, so that a row never refers to a missing file. Keys begin
 * with the intent's id, so that a repeated command stores nothing new.
 *
 * @throws AppError FILE_NOT_ACCEPTED
 */
export async function keepReceipts(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'gateways' | 'vault'>,
  customerId: string,
  intentId: string,
  uploads: readonly Upload[],
): Promise<KeptReceipt[]> {
  const { gateways, vault } = services;
  const scan = createScan(services, customerId);
  const kept: KeptReceipt[] = [];
  for (const upload of uploads) {
    const { type, bytes } = await acceptFile(upload, scan);
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const blobKey = `receipts/${intentId}/${kept.length + 1}-${digest}`;
    await gateways.blobs.put(blobKey, vault.seal(bytes, contextOf(blobKey)));
    kept.push({ type, blobKey });
  }
  return kept;
}

/** Reads the receipts of a deposit for an operator, and audits the access. */
export async function readReceipts(
  { db, clock, vault, gateways }: Services,
  depositId: string,
  operator: string,
): Promise<KeptFile[]> {
  const rows = await rowsOf(db, depositId);
  const files = await Promise.all(
    rows.map(async ({ number, type, blob_key: key }) => {
      const sealed = await gateways.blobs.get(key);
      if (!sealed) throw new Error(`The receipt ${number} of ${depositId} is not where it was kept`);
      return {
        mediaType: mediaTypes[type],
        fileName: `${depositId}-${number}.${type.toLowerCase()}`,
        bytes: vault.openBytes(sealed, contextOf(key)),
      };
    }),
  );
  const owner = await db
    .selectFrom('fiat_transaction')
    .select('customer_id')
    .where('id', '=', depositId)
    .executeTakeFirst();
  await transact(db, (trx) =>
    audit(trx, clock, {
      customerId: owner?.customer_id,
      actor: 'Operations',
      act: 'receipts read',
      details: { deposit: depositId, operator },
    }),
  );
  return files;
}

const rowsOf = (db: Db, depositId: string) =>
  db.selectFrom('fiat_receipt').selectAll().where('transaction_id', '=', depositId).orderBy('number').execute();

/** Re-encrypts files of older keys under the current key. @returns the number of re-encrypted files */
export async function reencryptReceipts({ db, vault, gateways }: Services): Promise<number> {
  let count = 0;
  for (const { blob_key: key } of await db.selectFrom('fiat_receipt').select('blob_key').execute()) {
    const sealed = await gateways.blobs.get(key);
    const anew = sealed && vault.reseal(sealed, contextOf(key));
    if (!anew) continue;
    await gateways.blobs.put(key, anew);
    count += 1;
  }
  return count;
}
