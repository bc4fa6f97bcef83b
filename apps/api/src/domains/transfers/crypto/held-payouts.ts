import { transact } from '../../../platform/database/database.ts';
import type { Services } from '../../services.ts';
import { type DueWithdrawal, lockDueWithdrawal, postponeWithdrawal } from '../core/due-withdrawals.ts';
import { arePayoutsHeld } from '../core/payout-holds.ts';
import { isActiveDestination } from '../core/transactions.ts';
import { nextAttemptAt } from '../core/withdrawal-rules.ts';
import { cryptoWithdrawals } from './withdrawals.ts';

/**
 * Whether an old unsigned order may be signed now. Since it was created, an operator may have held payouts or frozen
 * the customer, or the customer may have disabled the address. The order is not deleted, because the signer may have
 * signed it.
 */
export function maySignOrder(services: Services, due: DueWithdrawal): Promise<boolean> {
  return transact(services.db, async (trx) => {
    const row = await lockDueWithdrawal(trx, services, cryptoWithdrawals, due);
    if (!row) return false;
    if (row.returns_deposit_id !== null || (await isActiveDestination(trx, 'blockchain_address', row.address_id)))
      return true;
    await postponeWithdrawal(
      trx,
      services.clock,
      'crypto_transaction',
      row,
      'destination',
      nextAttemptAt(services.clock.now()),
    );
    return false;
  });
}

/** @returns whether payouts over the network are held */
export async function postponeHeld(services: Services, due: DueWithdrawal): Promise<boolean> {
  if (!(await arePayoutsHeld(services.db, due.route))) return false;
  await transact(services.db, (trx) => lockDueWithdrawal(trx, services, cryptoWithdrawals, due));
  return true;
}
