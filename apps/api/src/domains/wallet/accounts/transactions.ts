import { fromMinor } from '@wusd/api-sdk/money';
import type { Trx } from '../../../platform/database/database.ts';
import { appendEvents } from '../../../platform/events/events.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import type { Services } from '../../services.ts';

// Functions shared by customers' crypto and fiat transactions.

/** Returns the ledger account of a transaction's wallet. */
export async function ledgerAccountOf(trx: Trx, { wallet_id: id }: { wallet_id: string }): Promise<string> {
  const { account_id: account } = await trx
    .selectFrom('wallet_account')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return account;
}

/** Returns the amount as a decimal. @param amount minor units */
export const decimalAmountOf = ({ amount, currency }: { amount: string; currency: string }): string =>
  fromMinor(BigInt(amount), scaleOf(currency));

/** Appends an event that makes the customer's clients reload the wallet and the transaction. */
export async function publishWalletUpdated(
  trx: Trx,
  clock: Services['clock'],
  { id, customer_id: customerId, wallet_id: walletId }: { id: string; customer_id: string; wallet_id: string },
): Promise<void> {
  await trx.updateTable('wallet_account').set({ updated_at: clock.now() }).where('id', '=', walletId).execute();
  await appendEvents(trx, clock, customerId, {
    type: 'wallet_account_updated',
    payload: { walletId, entityId: id },
  });
}
