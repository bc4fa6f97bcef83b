import { fromMinor } from '@wusd/api-sdk/money';
import type { Selectable } from 'kysely';
import type { Trx } from '../../database/database.ts';
import type { Database } from '../../database/types.ts';
import { appendEvents } from '../../events/events.ts';
import { ledgerScale } from '../../ledger/ledger.ts';
import { lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';

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

/** The ledger's account of the customer whose transaction it is. */
export async function walletAccountOf(trx: Trx, { wallet_id: id }: Pick<CryptoRow, 'wallet_id'>): Promise<string> {
  const { account_id: account } = await trx
    .selectFrom('wallet_account')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return account;
}

/** As a decimal. */
export const amountOf = ({ amount, currency }: Pick<CryptoRow, 'amount' | 'currency'>): string =>
  fromMinor(BigInt(amount), ledgerScale[currency] ?? 0);

/** Every open page of the customer reads it anew. */
export async function tellWallet(
  trx: Trx,
  clock: Services['clock'],
  { id, customer_id: customerId, wallet_id: walletId }: Pick<CryptoRow, 'id' | 'customer_id' | 'wallet_id'>,
): Promise<void> {
  await trx.updateTable('wallet_account').set({ updated_at: clock.now() }).where('id', '=', walletId).execute();
  await appendEvents(trx, clock, customerId, {
    type: 'wallet_account_updated',
    payload: { walletId, entityId: id },
  });
}
