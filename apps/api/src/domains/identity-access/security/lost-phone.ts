import { audit } from '../../../platform/audit/audit.ts';
import { transact } from '../../../platform/database/database.ts';
import { appendEvents } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { changeContact, startCooldown } from '../customers/customers.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { sendSecurityNotice } from './notices.ts';

/**
 * Removes a lost phone for an operator who has verified that the owner requests it. The owner gets an email and can
 * bind another number. Withdrawals are blocked for 24 hours.
 *
 * @throws AppError MOVE_NOT_ALLOWED if no phone is bound
 */
export async function removePhone(
  services: Services,
  id: string,
  details: { operator: string; why: string },
): Promise<void> {
  const { db, clock, vault, notifier } = services;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, vault, id);
    if (customer.phone === undefined) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    await changeContact(trx, vault, id, { phone: undefined });
    await startCooldown(trx, clock, id);
    await audit(trx, clock, { customerId: id, actor: 'Operations', act: 'phone removed', details });
    await sendSecurityNotice(trx, services, { customer, message: 'message.phoneRemoved' });
    await appendEvents(trx, clock, id, { type: 'wallet_user_updated' });
  });
  await notifier.send(id, 'messages');
}
