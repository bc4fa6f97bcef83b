import { audit } from '../../platform/audit/audit.ts';
import { transact, type Trx } from '../../platform/database/database.ts';
import { appendEvents } from '../../platform/events/events.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { everything, type QueueRun } from '../../platform/jobs/run.ts';
import { type Actor, recordTransition, type StateMachine } from '../../platform/state-machine/state-machine.ts';
import { lockCustomer } from '../../commands/customers.ts';
import type { Services } from '../services.ts';
import type { DestinationStatus } from './states.ts';

/** A kind of place that customers withdraw to: what its rows and its history are called, and what keeps one from being deleted. */
export interface DestinationKind {
  table: 'blockchain_address' | 'bank_account';
  states: StateMachine<DestinationStatus>;
  /** In the audit log. */
  noun: string;
  /** Whether a payout to it is under way. */
  isInUse(trx: Trx, id: string): Promise<boolean>;
}

export interface DestinationTransition {
  to: DestinationStatus;
  actor: Actor;
  reason?: string;
  risk?: 'low' | 'high';
  /** Kept in the audit log; customers see a desk. */
  operator?: string;
  /** Only one of this customer. */
  ownerId?: string;
  /** When it was changed last as it was looked at: what was changed since is to be looked at anew. */
  expectedUpdatedAt?: Date;
}

/** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED, DESTINATION_IN_USE */
export async function transitionDestination(
  services: Services,
  kind: DestinationKind,
  id: string,
  move: DestinationTransition,
): Promise<void> {
  const customerId = await transact(services.db, (trx) => transitionDestinationWithin(trx, services, kind, id, move));
  await services.notifier.send(customerId);
}

/** The same within the caller's transaction. @returns whose it is */
export async function transitionDestinationWithin(
  trx: Trx,
  services: Services,
  { table, states, noun, isInUse }: DestinationKind,
  id: string,
  { to, actor, reason, risk, operator, ownerId, expectedUpdatedAt }: DestinationTransition,
): Promise<string> {
  const { clock } = services;
  const row = await lockDestination(trx, services, table, id);
  if (!row || row.status === 'gone' || (ownerId !== undefined && row.customer_id !== ownerId))
    throw new AppError('NOT_FOUND');
  if (expectedUpdatedAt !== undefined && expectedUpdatedAt.getTime() !== row.updated_at.getTime())
    throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  if (to === 'pending delete' && (await isInUse(trx, id))) throw new AppError('DESTINATION_IN_USE');
  await recordTransition(trx, clock, states, { id, customerId: row.customer_id, from: row.status, to, actor, reason });
  await trx
    .updateTable(table)
    .set({ status: to, updated_at: clock.now(), ...(risk === 'high' && { risk }) })
    .where('id', '=', id)
    .execute();
  await publishDestinationUpdated(trx, services, row.customer_id, id);
  if (actor !== 'system')
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor,
      act: `${noun} ${actor === 'customer' ? 'deleted' : to}`,
      details: { [table]: id, ...(operator !== undefined && { operator }) },
    });
  return row.customer_id;
}

/** The customer first, as everything does: two that wait for each other would wait in a ring. */
async function lockDestination(trx: Trx, { vault }: Services, table: DestinationKind['table'], id: string) {
  const owner = await trx.selectFrom(table).select('customer_id').where('id', '=', id).executeTakeFirst();
  if (!owner) return undefined;
  await lockCustomer(trx, vault, owner.customer_id);
  return trx
    .selectFrom(table)
    .select(['customer_id', 'status', 'updated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Every open page reads it anew. */
export async function publishDestinationUpdated(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  customerId: string,
  id: string,
): Promise<void> {
  await appendEvents(trx, clock, customerId, { type: 'wallet_account_updated', payload: { entityId: id } });
}

/**
 * Looks at what was added and what is to go, each in a commit of its own.
 *
 * @param screen asked outside the transaction: nobody waits for a stranger while holding the customer's row
 */
export async function screenDestinations<Row extends { id: string; status: string; updated_at: Date }>(
  services: Services,
  kind: DestinationKind,
  waiting: readonly Row[],
  screen: (row: Row) => Promise<'low' | 'high'>,
  run: QueueRun = everything,
): Promise<void> {
  await run.forEach(
    waiting,
    ({ id }) => id,
    async (row) => {
      const isAdded = row.status === 'pending add';
      const risk = isAdded ? await screen(row) : 'low';
      await transitionDestination(services, kind, row.id, {
        to: !isAdded ? 'gone' : risk === 'high' ? 'inactive' : 'active',
        actor: 'system',
        expectedUpdatedAt: row.updated_at,
        risk,
        ...(risk === 'high' && { reason: 'high-risk' }),
      }).catch((error: unknown) => {
        // Another node was there first, or its customer has changed it.
        if (!(error instanceof AppError && /^(MOVE_NOT_ALLOWED|NOT_FOUND)$/.test(error.errorName))) throw error;
      });
    },
  );
}
