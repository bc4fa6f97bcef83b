import type { Selectable } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';

/** A deposit or a withdrawal over a blockchain, as its row has it. */
export type CryptoRow = Selectable<Database['crypto_transaction']>;

/** The customer first, as everything that moves money does: two that wait for each other would wait in a ring. */
export async function lockTransaction(
  trx: Trx,
  { vault }: Pick<Services, 'vault'>,
  direction: CryptoRow['direction'],
  id: string,
): Promise<CryptoRow | undefined> {
  const owner = await trx
    .selectFrom('crypto_transaction')
    .select('customer_id')
    .where('id', '=', id)
    .where('direction', '=', direction)
    .executeTakeFirst();
  if (!owner) return undefined;
  await lockCustomer(trx, vault, owner.customer_id);
  return trx.selectFrom('crypto_transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Writes the status that a transaction was moved to, with what changes besides, as its next version. */
export async function writeStatus(
  trx: Trx,
  clock: Clock,
  id: string,
  changes: Pick<CryptoRow, 'status'> & Partial<Pick<CryptoRow, 'hold_reason' | 'risk'>>,
): Promise<void> {
  await trx
    .updateTable('crypto_transaction')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .execute();
}
