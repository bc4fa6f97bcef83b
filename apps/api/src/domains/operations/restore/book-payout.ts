import { closeAlert } from '../../../platform/alerts/alerts.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { bookPayout } from '../../transfers/crypto/restored-payouts.ts';
import type { Services } from '../../services.ts';
import { customerIdOf } from '../customers.ts';
import { OperatorError } from '../errors.ts';
import type { CommandResult } from '../results.ts';

/** Number of operators who must approve the booking of a payout. */
const approvalsNeeded = 2;

/**
 * Adds an operator's approval that a payout missing in the database belongs to a customer. The second approval books
 * the payout as a withdrawal of the customer.
 *
 * @throws OperatorError NOT_FOUND, or CONFLICT if the operator has already approved it, or the customer's balance is
 *   too low
 */
export async function approveBooking(
  services: Services,
  payoutId: string,
  { customer, why }: { customer: string; why: string },
  operator: string,
): Promise<CommandResult<'payout-booking'>> {
  const { db, clock, notifier } = services;
  const customerId = await customerIdOf(services, customer);
  const approvedBy = await transact(db, async (trx) => {
    // Locked, so that two concurrent approvals can't each count only themselves.
    const locked = await trx
      .selectFrom('unbooked_payout')
      .select('payout_id')
      .where('payout_id', '=', payoutId)
      .forUpdate()
      .execute();
    if (locked.length === 0) throw new OperatorError('NOT_FOUND', `There is no unbooked payout ${payoutId}.`);
    const operators = await approve(trx, services, { payoutId, customerId, operator });
    const isBooked = operators.length >= approvalsNeeded;
    const details = { payout: payoutId, operator, why };
    const act = isBooked ? 'payout booked' : 'payout booking approved';
    await audit(trx, clock, { customerId, actor: 'Operations', act, details });
    if (isBooked) await book(trx, services, { payoutId, customerId, operator });
    return operators;
  });
  await notifier.send(customerId, 'withdrawals');
  const isBooked = approvedBy.length >= approvalsNeeded;
  return { type: 'payout-booking', id: payoutId, customerId, approvedBy, isBooked };
}

/** @returns the operators who have approved the payout for this customer */
async function approve(
  trx: Trx,
  { clock }: Services,
  { payoutId, customerId, operator }: { payoutId: string; customerId: string; operator: string },
): Promise<string[]> {
  const added = await trx
    .insertInto('unbooked_payout_approval')
    .values({ payout_id: payoutId, customer_id: customerId, operator, approved_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator')
    .executeTakeFirst();
  if (!added)
    throw new OperatorError('CONFLICT', `${operator} has approved ${payoutId} already. Another operator must.`);
  const rows = await trx
    .selectFrom('unbooked_payout_approval')
    .select('operator')
    .where('payout_id', '=', payoutId)
    .where('customer_id', '=', customerId)
    .orderBy('approved_at')
    .execute();
  return rows.map((row) => row.operator);
}

async function book(
  trx: Trx,
  services: Services,
  booking: { payoutId: string; customerId: string; operator: string },
): Promise<void> {
  await bookPayout(trx, services, booking).catch((error: unknown) => {
    if (!(error instanceof LedgerError && error.reason === 'insufficient')) throw error;
    throw new OperatorError(
      'CONFLICT',
      `${booking.customerId} has less than the payout and its fee. Deposits may not be credited yet: try again later.`,
    );
  });
  await closeAlert({ ...services, db: trx }, { kind: 'payout-unbooked', entityId: booking.payoutId }, booking.operator);
}
