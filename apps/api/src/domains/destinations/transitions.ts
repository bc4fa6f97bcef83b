import { audit } from '../../platform/audit/audit.ts';
import { type Db, transact, type Trx } from '../../platform/database/database.ts';
import { appendEvents } from '../../platform/events/events.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { everything, type QueueRun } from '../../platform/jobs/run.ts';
import { type Actor, recordTransition, type StateMachine } from '../../platform/state-machine/state-machine.ts';
import { lockCustomer } from '../../commands/customers.ts';
import type { Services } from '../services.ts';
import type { DestinationStatus } from './states.ts';

/** Differences between bank accounts and blockchain addresses. */
interface DestinationKind {
  table: 'blockchain_address' | 'bank_account';
  states: StateMachine<DestinationStatus>;
  /** Name of the kind in the audit log. */
  noun: string;
  /** Whether a payout to the destination is in progress, which prevents its deletion. */
  isInUse(trx: Trx, id: string): Promise<boolean>;
}

export interface DestinationTransition {
  to: DestinationStatus;
  actor: Actor;
  reason?: string;
  risk?: 'low' | 'high';
  /** Stored in the audit log only: customers see "Operations". */
  operator?: string;
  /** If set, the destination must belong to this customer. */
  ownerId?: string;
  /** `updated_at` of the screened row. If the row has changed since, it is not transitioned, but screened again. */
  expectedUpdatedAt?: Date;
}

/** Screening of the destinations of one kind. */
interface Screening<Row> {
  /** Returns rows with one of `screenedStatuses`, ordered by id. */
  findWaiting(db: Db): Promise<Row[]>;
  /** Called outside the transaction, so that the customer's row is not locked while the provider answers. */
  screen(services: Services, row: Row): Promise<'low' | 'high'>;
}

/** Statuses in which a destination is screened. */
export const screenedStatuses = ['pending add', 'pending delete'] as const;

/** Operations on the destinations of one kind. */
export function destinationOperations<Row extends { id: string; status: string; updated_at: Date }>(
  kind: DestinationKind & Screening<Row>,
) {
  return {
    /** @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED, DESTINATION_IN_USE */
    transition: (services: Services, id: string, move: DestinationTransition): Promise<void> =>
      transitionDestination(services, kind, id, move),

    /** Runs {@link transition} in the caller's transaction. @returns the customer's id */
    transitionWithin: (trx: Trx, services: Services, id: string, move: DestinationTransition): Promise<string> =>
      transitionDestinationWithin(trx, services, kind, id, move),

    /** Screens added destinations and completes deletions, each in a separate transaction. */
    async screen(services: Services, run: QueueRun = everything): Promise<void> {
      const waiting = await kind.findWaiting(services.db);
      await run.forEach(
        waiting,
        ({ id }) => id,
        (row) => screenDestination(services, kind, row),
      );
    },
  };
}

async function transitionDestination(
  services: Services,
  kind: DestinationKind,
  id: string,
  move: DestinationTransition,
): Promise<void> {
  const customerId = await transact(services.db, (trx) => transitionDestinationWithin(trx, services, kind, id, move));
  await services.notifier.send(customerId);
}

async function transitionDestinationWithin(
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

/** Locks the customer first, as other transactions do, to prevent deadlocks. */
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

/** Appends an event that makes the customer's clients reload the destination. */
export async function publishDestinationUpdated(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  customerId: string,
  id: string,
): Promise<void> {
  await appendEvents(trx, clock, customerId, { type: 'wallet_account_updated', payload: { entityId: id } });
}

async function screenDestination<Row extends { id: string; status: string; updated_at: Date }>(
  services: Services,
  kind: DestinationKind & Screening<Row>,
  row: Row,
): Promise<void> {
  const isAdded = row.status === 'pending add';
  const risk = isAdded ? await kind.screen(services, row) : 'low';
  await transitionDestination(services, kind, row.id, {
    to: !isAdded ? 'gone' : risk === 'high' ? 'inactive' : 'active',
    actor: 'system',
    expectedUpdatedAt: row.updated_at,
    risk,
    ...(risk === 'high' && { reason: 'high-risk' }),
  }).catch(tolerateMoved);
}

/** Ignores an error because another node transitioned the destination first, or the customer changed it. */
export function tolerateMoved(error: unknown): void {
  if (!(error instanceof AppError && /^(MOVE_NOT_ALLOWED|NOT_FOUND)$/.test(error.errorName))) throw error;
}
