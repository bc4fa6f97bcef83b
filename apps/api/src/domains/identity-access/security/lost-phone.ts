import { audit } from '../../../platform/audit/audit.ts';
import { transact } from '../../../platform/database/database.ts';
import { appendEvents } from '../../../platform/events/events.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { changeContact, startCooldown } from '../customers/customers.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { sendSecurityNotice } from './notices.ts';

/**
 * Takes a lost phone from an account, for an operator who knows that it is its owner who asks. The owner is told by mail, is
 * signed out, and binds another number; withdrawals are closed for a day.
 *
 * @throws AppError MOVE_NOT_ALLOWED where none is bound
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
    await sendSecurityNotice(trx, services, customer, 'message.phoneRemoved');
    await appendEvents(trx, clock, id, { type: 'wallet_user_updated' });
  });
  await notifier.send(id, 'messages');
}
