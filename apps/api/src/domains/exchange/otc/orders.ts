import { sql } from 'kysely';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { resolveHold } from '../../../ledger/holds.ts';
import { type Actor, recordTransitions } from '../../../platform/state-machine/state-machine.ts';
import { transitionReason } from '../../transfers/core/transitions.ts';
import type { Services } from '../../services.ts';
import { findQuotes, type Quote } from './quotes.ts';
import { orderStates, type OrderStatus } from './states.ts';
import { publishOrderUpdates } from './notifications.ts';
import { findSwapWallets, type SwapWallets } from './wallets.ts';

/** Id of the hold on the amount paid by an order. */
export const holdIdOf = (orderId: string): string => `${orderId}:pay`;

/** Expires orders that the desk did not approve in time. */
export async function expireOrders(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, clock } = services;
  const due = await db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'pending approval')
    .where('due_at', '<=', clock.now())
    .orderBy('id')
    .execute();
  await run.forEach(
    due,
    ({ id }) => id,
    ({ id }) => tryTransitionOrder(services, id, { to: 'rate expired', actor: 'system' }),
  );
}

/**
 * Transitions an order, unless the transition is no longer allowed, e.g. because another node was first.
 * @throws AppError NOT_FOUND
 */
export async function tryTransitionOrder(services: Services, id: string, to: OrderTransition): Promise<void> {
  await transitionOrder(services, id, to).catch((error: unknown) => {
    if (!(error instanceof AppError && error.errorName === 'MOVE_NOT_ALLOWED')) throw error;
  });
}

export interface OrderTransition {
  to: Exclude<OrderStatus, 'completed' | 'pending approval'>;
  actor: Actor;
  reason?: string | undefined;
  /** Stored in the audit log only: customers see "Operations". */
  operator?: string | undefined;
  /** If set, the order must belong to this customer. */
  ownerId?: string | undefined;
}

/**
 * Approves, rejects, cancels, expires or fails an order, and notifies its customer. All transitions except an approval
 * release the hold.
 *
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function transitionOrder(
  services: Services,
  id: string,
  { ownerId, operator, ...to }: OrderTransition,
): Promise<void> {
  const { db, clock, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const [order] = await lockOrders(trx, [id]);
    if (!order || (ownerId !== undefined && order.customerId !== ownerId)) throw new AppError('NOT_FOUND');
    // An approval after the deadline is rejected, because the agreed rate has expired.
    const isLate = to.to === 'processing' && order.dueAt !== null && order.dueAt <= clock.now();
    if (isLate) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
    const walletsIn = await findSwapWallets(trx, [order]);
    await transitionOrderWithin(trx, services, [{ ...order, wallets: walletsIn(order.customerId, order.quote) }], to);
    if (to.to !== 'processing')
      await resolveHold(trx, holdIdOf(id), clock.now(), { outcome: to.to === 'rate expired' ? 'expire' : 'void' });
    if (operator !== undefined)
      await audit(trx, clock, {
        customerId: order.customerId,
        actor: to.actor,
        act: `order ${to.to === 'processing' ? 'approved' : to.to}`,
        details: { order: id, operator, ...(to.reason !== undefined && { reason: to.reason }) },
      });
    return order.customerId;
  });
  await notifier.send(customerId, 'messages', ...(to.to === 'processing' ? ['orders'] : []));
}

/** An order whose row this transaction has locked. */
export interface LockedOrder {
  id: string;
  customerId: string;
  status: OrderStatus;
  dueAt: Date | null;
  quote: Quote;
}

/** Locks orders and their customers until the transaction ends. */
export async function lockOrders(trx: Trx, ids: readonly string[]): Promise<LockedOrder[]> {
  const anyOf = sql<string>`any(${ids})`;
  // Locks customers first, as placing an order does, to prevent deadlocks.
  const owners = trx.selectFrom('otc_order').select('customer_id').where('id', '=', anyOf);
  await trx.selectFrom('customer').select('id').where('id', 'in', owners).orderBy('id').forUpdate().execute();
  const rows = await trx
    .selectFrom('otc_order')
    .selectAll()
    .where('id', '=', anyOf)
    .orderBy('id')
    .forUpdate()
    .execute();
  const quotes = await findQuotes(trx, rows);
  return rows.flatMap(({ id, customer_id: customerId, quote_id: quoteId, status, due_at: dueAt }) => {
    const quote = quotes.get(quoteId);
    return quote ? [{ id, customerId, status, dueAt, quote }] : [];
  });
}

/** Records the same transition for several orders and notifies their customers. */
export async function transitionOrderWithin(
  trx: Trx,
  services: Services,
  orders: readonly (LockedOrder & { wallets: SwapWallets; transferId?: string })[],
  { to, actor, reason: reasonCode }: Pick<OrderTransition, 'actor' | 'reason'> & { to: OrderStatus },
): Promise<void> {
  const { clock } = services;
  const reason = transitionReason(to, reasonCode);
  await recordTransitions(
    trx,
    clock,
    orderStates,
    orders.map(({ id, customerId, status: from }) => ({ id, customerId, from, to, actor, reason })),
  );
  const ids = orders.map(({ id }) => id);
  const transferIds = orders.map(({ transferId = null }) => transferId);
  await sql`
    update otc_order set status = ${to}, due_at = null, updated_at = ${clock.now()},
      transfer_id = coalesce(moved.transfer_id, otc_order.transfer_id)
    from unnest(${ids}::text[], ${transferIds}::text[]) as moved(id, transfer_id) where otc_order.id = moved.id
  `.execute(trx);
  await publishOrderUpdates(
    trx,
    services,
    orders.map((order) => ({ ...order, status: to })),
    reason,
  );
}
