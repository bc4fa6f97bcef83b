import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { type Actor, recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { endActiveSession } from '../auth/sessions.ts';
import { setStatus } from '../customers/customers.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import { accountStates } from '../customers/states.ts';
import type { Services } from '../../services.ts';
import { type FreezeCase, liftFreezeCase, openFreezeCase } from './freeze-cases.ts';

/**
 * Freezes an account and ends its session, in the caller's transaction. Sign-in is blocked until an operator unfreezes
 * the account.
 *
 * @returns the case opened for the freeze
 * @throws AppError MOVE_NOT_ALLOWED
 */
export async function freezeAccount(
  trx: Trx,
  { clock, vault }: Services,
  id: string,
  actor: Actor,
  details: Record<string, string>,
): Promise<FreezeCase> {
  const { status } = await lockCustomer(trx, vault, id);
  await recordTransition(trx, clock, accountStates, { id, customerId: id, from: status, to: 'frozen', actor });
  await setStatus(trx, id, 'frozen');
  await endActiveSession(trx, clock.now(), id, 'frozen');
  const freezeCase = await openFreezeCase(trx, clock, id);
  const { reference } = freezeCase;
  await audit(trx, clock, { customerId: id, actor, act: 'account frozen', details: { ...details, reference } });
  return freezeCase;
}

/** Freezes or unfreezes an account for an operator. @throws AppError MOVE_NOT_ALLOWED */
export async function transitionAccount(
  services: Services,
  id: string,
  to: 'frozen' | 'active',
  operator: string,
): Promise<void> {
  const { db, clock, vault, notifier } = services;
  await transact(db, async (trx) => {
    if (to === 'frozen') {
      await freezeAccount(trx, services, id, 'Operations', { operator });
      return;
    }
    const { status } = await lockCustomer(trx, vault, id);
    await recordTransition(trx, clock, accountStates, { id, customerId: id, from: status, to, actor: 'Operations' });
    await setStatus(trx, id, to);
    await liftFreezeCase(trx, clock, id);
    await audit(trx, clock, { customerId: id, actor: 'Operations', act: 'account unfrozen', details: { operator } });
  });
  await notifier.send(id);
}
