import { transact } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import { reencryptLine } from './statements.ts';
import { reencryptDetails } from './transactions.ts';
import { reencryptReceipts } from './uploads.ts';

/**
 * Re-encrypts rows and files of older keys under the current key. @returns the number of re-encrypted rows and files
 */
export async function reencryptFiat(services: Services): Promise<number> {
  const { db } = services;
  let count = await reencryptReceipts(services);
  for (const { id } of await db.selectFrom('fiat_transaction').select('id').execute()) {
    count += await transact(db, async (trx) => {
      const row = await trx
        .selectFrom('fiat_transaction')
        .select(['id', 'details_sealed'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const anew = reencryptDetails(services, row);
      if (!anew) return 0;
      await trx.updateTable('fiat_transaction').set({ details_sealed: anew }).where('id', '=', id).execute();
      return 1;
    });
  }
  for (const row of await db.selectFrom('bank_line').selectAll().execute()) {
    const anew = reencryptLine(services, row);
    if (!anew) continue;
    await db
      .updateTable('bank_line')
      .set({ details_sealed: anew })
      .where('partner_id', '=', row.partner_id)
      .where('line', '=', row.line)
      .execute();
    count += 1;
  }
  return count;
}
