import { audit } from '../../../platform/audit/audit.ts';
import type { Db, Trx } from '../../../platform/database/database.ts';
import { appendEvents } from '../../../platform/events/events.ts';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import { sendSecurityNotice } from '../../identity-access/security/notices.ts';
import type { Services } from '../../services.ts';
import { autoRedemptionStates, type OffReason } from './states.ts';

export async function isAutoRedemptionOn(db: Db | Trx, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('auto_redemption')
    .select('is_on')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.is_on === true;
}

/**
 * Turns auto-redemption on or off and notifies the customer. Idempotent.
 *
 * @param reason reason of the system; undefined if the customer changes the setting
 * @returns whether the setting changed
 */
export async function setAutoRedemption(
  trx: Trx,
  services: Services,
  customerId: string,
  to: 'on' | 'off',
  reason?: OffReason,
): Promise<boolean> {
  const { clock, vault } = services;
  const customer = await lockCustomer(trx, vault, customerId);
  if ((await isAutoRedemptionOn(trx, customerId)) === (to === 'on')) return false;
  const actor = reason === undefined ? 'customer' : 'system';
  const from = to === 'on' ? 'off' : 'on';
  await recordTransition(trx, clock, autoRedemptionStates, { id: customerId, customerId, from, to, actor, reason });
  const row = { is_on: to === 'on', changed_at: clock.now() };
  await trx
    .insertInto('auto_redemption')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute();
  await audit(trx, clock, {
    customerId,
    actor,
    act: `auto-redemption ${to}`,
    details: reason === undefined ? {} : { reason },
  });
  await appendEvents(trx, clock, customerId, { type: 'wallet_account_updated', payload: { entityId: customerId } });
  await sendSecurityNotice(trx, services, {
    customer,
    message: to === 'on' ? 'message.autoRedemptionOn' : 'message.autoRedemptionOff',
    subject: { entity: 'auto-redemption' },
    values: { reason: reason === undefined ? '' : { message: `message.autoRedemptionReason.${reason}` } },
  });
  return true;
}

/** Starts a run for a WUSD deposit if auto-redemption is on. Runs in the transaction that credits the deposit. */
export async function startRun(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  deposit: { id: string; customer_id: string; currency: string },
): Promise<void> {
  if (deposit.currency !== 'WUSD' || !(await isAutoRedemptionOn(trx, deposit.customer_id))) return;
  await trx
    .insertInto('auto_redemption_run')
    .values({ deposit_id: deposit.id, customer_id: deposit.customer_id, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
