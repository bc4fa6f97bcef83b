import { audit } from '../../../platform/audit/audit.ts';
import { isProhibited } from '../../compliance/prohibited-countries.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import type { IdentityOutcome, Identity } from '../../../gateways/ports.ts';
import { type Actor, recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { notify } from '../../notifications/notify.ts';
import { requestTokenRefresh } from '../auth/sessions.ts';
import { replaceIdentity, setIdentityStatus } from '../customers/customers.ts';
import { type Customer, lockCustomer, readPersonal } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { type IdentityReason, reasonMessage } from '../../../gateways/identity-reasons.ts';
import { identityStates } from './states.ts';
import { assertNothingUndecided } from '../verification/undecided.ts';

/** The source of a decision: a check of the provider, or an operator, whose name appears only in the audit log. */
export type DecidedBy = { actor: 'system'; checkId: string } | { actor: 'Operations'; operator: string };

/**
 * Requests a check by the identity provider, in the caller's transaction. Operators review companies, and nationals and
 * residents of prohibited countries, so no check is requested for them.
 */
export async function requestIdentityCheck(
  trx: Trx,
  { clock, vault, settings }: Pick<Services, 'clock' | 'vault' | 'settings'>,
  customer: Pick<Customer, 'id' | 'accountType'>,
): Promise<void> {
  if (customer.accountType === 'corporate') return;
  const { identity } = await readPersonal(trx, vault, customer.id);
  if (isProhibited({ settings }, identity?.nationality) || isProhibited({ settings }, identity?.residence)) return;
  const now = clock.now();
  await trx
    .insertInto('identity_check')
    .values({ id: createId('idc', clock), customer_id: customer.id, created_at: now, due_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Records the decision on an identity. Verifying a company also completes its onboarding. The customer gets an email,
 * and the session is requested to refresh its tokens.
 *
 * @throws AppError MOVE_NOT_ALLOWED if no decision is pending, the provider's check is no longer open, or a submitted
 *   document or person is undecided
 */
export async function decideIdentity(
  services: Services,
  customerId: string,
  decision: IdentityOutcome,
  by: DecidedBy,
): Promise<void> {
  const { db, clock, vault, notifier } = services;
  const reason = decision.to === 'verified' ? undefined : decision.reason;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, vault, customerId);
    const closed = await closeCheck(trx, services, customerId);
    // An operator decided first or the customer resubmitted, so the provider's decision no longer applies.
    if (by.actor === 'system' && closed !== by.checkId) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    if (decision.to === 'verified') await assertNothingUndecided(trx, customerId);
    await transition(trx, services, customer, decision.to, by.actor, reason);
    await audit(trx, clock, {
      customerId,
      actor: by.actor,
      act: decision.to === 'verified' ? 'identity verified' : 'identity verification failed',
      details: { ...(reason && { reason }), ...(by.actor === 'Operations' && { operator: by.operator }) },
    });
    await notify(trx, services, {
      customer,
      subject: { entity: 'user' },
      ...(reason === undefined
        ? { message: 'message.identityVerified', values: { type: customer.accountType } }
        : {
            message: 'message.identityFailed',
            values: { type: customer.accountType, reason: { message: reasonMessage(reason) }, reference: customerId },
          }),
    });
    await requestTokenRefresh(trx, clock, customerId);
  });
  await notifier.send(customerId, 'messages');
}

/** Replaces an identity that failed verification and requests a new check. @throws AppError MOVE_NOT_ALLOWED */
export async function resubmitIdentity(services: Services, customerId: string, identity: Identity): Promise<void> {
  const { db, clock, vault, notifier } = services;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, vault, customerId);
    await transition(trx, services, customer, 'pending verification', 'customer');
    await replaceIdentity(trx, vault, customerId, identity);
    await requestIdentityCheck(trx, services, customer);
    await audit(trx, clock, { customerId, actor: 'customer', act: 'identity submitted again' });
    await requestTokenRefresh(trx, clock, customerId);
  });
  await notifier.send(customerId, 'identity');
}

/**
 * Records that a customer submitted documents, in the caller's transaction. From then on operators decide, also after a
 * failed verification.
 */
export async function awaitOperators(trx: Trx, services: Services, customer: Customer): Promise<void> {
  await closeCheck(trx, services, customer.id);
  if (customer.identityStatus === 'pending verification') return;
  await transition(trx, services, customer, 'pending verification', 'customer');
  await requestTokenRefresh(trx, services.clock, customer.id);
}

/**
 * Returns a verified identity to verification, which blocks withdrawals and swaps. @throws AppError MOVE_NOT_ALLOWED
 */
export async function recheckIdentity(services: Services, customerId: string, operator: string): Promise<void> {
  const { db, clock, vault, notifier } = services;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, vault, customerId);
    await transition(trx, services, customer, 'pending verification', 'Operations');
    await requestIdentityCheck(trx, services, customer);
    await audit(trx, clock, {
      customerId,
      actor: 'Operations',
      act: 'identity to be checked again',
      details: { operator },
    });
    await requestTokenRefresh(trx, clock, customerId);
  });
  await notifier.send(customerId, 'identity');
}

async function transition(
  trx: Trx,
  { clock }: Services,
  { id, identityStatus, accountType }: Customer,
  to: Customer['identityStatus'],
  actor: Actor,
  reason?: IdentityReason,
): Promise<void> {
  await recordTransition(trx, clock, identityStates, {
    id,
    customerId: id,
    from: identityStatus,
    to,
    actor,
    reason,
  });
  const isCompanyOpened = accountType === 'corporate' && to === 'verified';
  await setIdentityStatus(trx, id, { status: to, reason: reason ?? null, ...(isCompanyOpened && { onboarded: true }) });
}

/** @returns the id of the check that was open */
async function closeCheck(trx: Trx, { clock }: Services, customerId: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('identity_check')
    .set({ ended_at: clock.now() })
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
