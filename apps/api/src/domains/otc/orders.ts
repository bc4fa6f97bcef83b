import { type Currency, decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../audit/audit.ts';
import { transact, type Trx } from '../../database/database.ts';
import { appendEvent } from '../../events/events.ts';
import { Failure } from '../../http/failure.ts';
import { createId } from '../../ids.ts';
import { hold, resolve } from '../../ledger/holds.ts';
import { deskAccount, feeAccount, type Leg, LedgerError } from '../../ledger/ledger.ts';
import { enqueueMail } from '../../messages/messages.ts';
import { type Actor, recordMove } from '../../states/states.ts';
import { findCustomer, lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { availableOf } from '../wallet-accounts/available.ts';
import { findQuote, isLive, minorOf, type Quote, takeQuote } from './quotes.ts';
import { orderStates, type OrderStatus } from './states.ts';
import { readTerms, termsCurrency } from './terms.ts';

/** How long the desk has to approve, at the rate that was agreed. */
export const approvalMs = 15 * 60_000;

interface Wallet {
  id: string;
  accountId: string;
}

/**
 * Takes a quote: what is paid is set aside at once, and paid when the order is settled.
 *
 * @returns the order's id
 * @throws Failure QUOTE_EXPIRED, INSUFFICIENT_BALANCE
 */
export async function placeOrder(
  trx: Trx,
  { clock, vault, settings }: Services,
  customerId: string,
  quoteId: string,
): Promise<string> {
  await lockCustomer(trx, vault, customerId);
  const quote = await findQuote(trx, customerId, quoteId, { forUpdate: true });
  const now = clock.now();
  if (!quote || !isLive(quote, now)) throw new Failure('QUOTE_EXPIRED');
  const available = await availableOf(trx, customerId, quote.payCurrency);
  const insufficient = new Failure('INSUFFICIENT_BALANCE', {
    bound: { currency: quote.payCurrency as Currency, amount: available },
  });
  if (compare(available, quote.pay) < 0) throw insufficient;
  await takeQuote(trx, clock, customerId, quoteId);

  const id = createId('otc', clock);
  const terms = await readTerms(trx, termsCurrency(quote));
  const status = compare(quote.value, terms.approvalAbove) > 0 ? 'pending approval' : 'processing';
  await trx
    .insertInto('otc_order')
    .values({
      id,
      customer_id: customerId,
      quote_id: quoteId,
      status,
      due_at: status === 'processing' ? null : new Date(now.getTime() + approvalMs),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordMove(trx, clock, orderStates, { id, from: null, to: status, actor: 'customer' });
  const { accountId } = await walletOf(trx, customerId, quote.payCurrency);
  await hold(trx, {
    id: holdOf(id),
    account: accountId,
    amount: BigInt(minorOf(quote.pay, quote.payCurrency)),
    kind: 'swap order',
    entityId: id,
    eventTime: now,
  }).catch((error: unknown) => {
    throw error instanceof LedgerError && error.reason === 'insufficient' ? insufficient : error;
  });
  await tell(trx, { clock, vault, settings }, customerId, id, quote, status);
  return id;
}

/**
 * Settles what waits to be, each in a commit of its own; a crash between two leaves the rest for the next round, and one that
 * can't be settled keeps no other waiting.
 */
export async function settleOrders(services: Services): Promise<void> {
  const { db, wakeUps } = services;
  const waiting = await db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'processing')
    .orderBy('id')
    .execute();
  const failures: unknown[] = [];
  for (const { id } of waiting) {
    // oxlint-disable-next-line no-await-in-loop -- in the order they were placed
    const customerId = await settle(services, id)
      .catch((error: unknown) => {
        // The desk has not got what it would have to pay out.
        if (error instanceof LedgerError && error.reason === 'insufficient')
          return end(services, id, { to: 'failed', actor: 'system', reason: 'desk-inventory' });
        throw error;
      })
      .catch((error: unknown) => void failures.push(error));
    // oxlint-disable-next-line no-await-in-loop
    if (customerId !== undefined) await wakeUps.send(customerId);
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Orders could not be settled');
}

/** One transfer: the customer pays the desk, the desk pays the customer, and what is charged goes to the fees. */
async function settle(services: Services, id: string): Promise<string | undefined> {
  const { db, clock } = services;
  return transact(db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (order?.status !== 'processing') return undefined;
    const { customerId, quote } = order;
    const { payCurrency, receiveCurrency } = quote;
    const [pay, receive, charge] = [
      BigInt(minorOf(quote.pay, payCurrency)),
      BigInt(minorOf(quote.receive, receiveCurrency)),
      BigInt(minorOf(quote.charge, receiveCurrency)),
    ];
    const paying = await walletOf(trx, customerId, payCurrency);
    const receiving = await walletOf(trx, customerId, receiveCurrency);
    const legs: Leg[] = [
      { account: paying.accountId, amount: pay },
      { account: await deskAccount(trx, clock, payCurrency), amount: -pay },
      { account: await deskAccount(trx, clock, receiveCurrency), amount: receive + charge },
      { account: receiving.accountId, amount: -receive },
      { account: await feeAccount(trx, clock, receiveCurrency), amount: -charge },
    ];
    const transferId = createId('trf', clock);
    await resolve(trx, holdOf(id), clock.now(), {
      outcome: 'post',
      transferId,
      kind: 'swap order',
      legs: legs.filter(({ amount }) => amount !== 0n),
    });
    await trx.updateTable('otc_order').set({ transfer_id: transferId }).where('id', '=', id).execute();
    await move(trx, services, id, order, { to: 'completed', actor: 'system' });
    return customerId;
  });
}

/** Ends what the desk did not approve in time. */
export async function expireOrders(services: Services): Promise<void> {
  const { db, clock, wakeUps } = services;
  const due = await db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'pending approval')
    .where('due_at', '<=', clock.now())
    .orderBy('id')
    .execute();
  for (const { id } of due) {
    // oxlint-disable-next-line no-await-in-loop -- each commits on its own
    const customerId = await end(services, id, { to: 'rate expired', actor: 'system' });
    // oxlint-disable-next-line no-await-in-loop
    if (customerId !== undefined) await wakeUps.send(customerId);
  }
}

/** @returns whose it is; undefined where somebody else, another node say, moved it meanwhile */
async function end(services: Services, id: string, to: OrderMove): Promise<string | undefined> {
  return moveOrder(services, id, to).catch((error: unknown) => {
    if (error instanceof Failure && error.errorName === 'MOVE_NOT_ALLOWED') return undefined;
    throw error;
  });
}

export interface OrderMove {
  to: Exclude<OrderStatus, 'completed' | 'pending approval'>;
  actor: Actor;
  reason?: string | undefined;
  /** Kept in the audit log; customers see a desk. */
  operator?: string | undefined;
  /** Only an order of this customer. */
  of?: string | undefined;
}

/**
 * Approves, rejects, cancels, expires or fails an order; where that is its end, what was set aside is free again.
 *
 * @returns whose it is
 * @throws Failure NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function moveOrder(services: Services, id: string, { of, operator, ...to }: OrderMove): Promise<string> {
  const { db, clock } = services;
  const customerId = await transact(db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order || (of !== undefined && order.customerId !== of)) throw new Failure('NOT_FOUND');
    // An approval that comes too late is none: the rate it was asked for is over.
    const isLate = to.to === 'processing' && order.dueAt !== null && order.dueAt <= clock.now();
    if (isLate) throw new Failure('MOVE_NOT_ALLOWED', { nextMoves: [] });
    await move(trx, services, id, order, to);
    if (to.to !== 'processing')
      await resolve(trx, holdOf(id), clock.now(), { outcome: to.to === 'rate expired' ? 'expire' : 'void' });
    if (operator !== undefined)
      await audit(trx, clock, {
        customerId: order.customerId,
        actor: to.actor,
        act: `order ${to.to === 'processing' ? 'approved' : to.to}`,
        details: { order: id, operator, ...(to.reason !== undefined && { reason: to.reason }) },
      });
    return order.customerId;
  });
  if (to.to === 'processing') await services.wakeUps.send('orders');
  return customerId;
}

interface Locked {
  customerId: string;
  status: OrderStatus;
  dueAt: Date | null;
  quote: Quote;
}

async function lockOrder(trx: Trx, id: string): Promise<Locked | undefined> {
  // The customer first, as whoever places an order does: two that wait for each other would wait in a ring.
  const owner = await trx.selectFrom('otc_order').select('customer_id').where('id', '=', id).executeTakeFirst();
  if (!owner) return undefined;
  await trx.selectFrom('customer').select('id').where('id', '=', owner.customer_id).forUpdate().execute();
  const row = await trx.selectFrom('otc_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const quote = row && (await findQuote(trx, row.customer_id, row.quote_id));
  return quote && { customerId: row.customer_id, status: row.status as OrderStatus, dueAt: row.due_at, quote };
}

async function move(
  trx: Trx,
  services: Services,
  id: string,
  { customerId, status, quote }: Locked,
  { to, actor, reason }: { to: OrderStatus; actor: Actor; reason?: string | undefined },
): Promise<void> {
  const { clock } = services;
  await recordMove(trx, clock, orderStates, { id, from: status, to, actor, reason });
  await trx
    .updateTable('otc_order')
    .set({ status: to, due_at: null, updated_at: clock.now() })
    .where('id', '=', id)
    .execute();
  await tell(trx, services, customerId, id, quote, to, reason);
}

const mails: Record<OrderStatus, string | undefined> = {
  'pending approval': 'message.orderPending',
  // Settled in the same breath: its end is told.
  processing: undefined,
  completed: 'message.orderCompleted',
  failed: 'message.orderFailed',
  'rate expired': 'message.orderExpired',
  'order cancelled': 'message.orderCancelled',
  rejected: 'message.orderRejected',
};

/** Says it to every open page, and by mail. */
async function tell(
  trx: Trx,
  { clock, vault, settings }: Pick<Services, 'clock' | 'vault' | 'settings'>,
  customerId: string,
  id: string,
  { payCurrency, receiveCurrency, pay, receive }: Quote,
  status: OrderStatus,
  reason = '',
): Promise<void> {
  for (const currency of [payCurrency, receiveCurrency]) {
    // oxlint-disable-next-line no-await-in-loop -- two
    const { id: walletId } = await walletOf(trx, customerId, currency);
    // oxlint-disable-next-line no-await-in-loop
    await trx.updateTable('wallet_account').set({ updated_at: clock.now() }).where('id', '=', walletId).execute();
    // oxlint-disable-next-line no-await-in-loop
    await appendEvent(trx, clock, customerId, { type: 'wallet_account_updated', payload: { walletId, entityId: id } });
  }
  const mail = mails[status];
  const customer = mail === undefined ? undefined : await findCustomer(trx, vault, customerId);
  if (mail === undefined || !customer) return;
  await enqueueMail(trx, clock, vault, customer, mail, {
    name: customer.fullName,
    order: id,
    pay: formatMoney(customer.language, pay, payCurrency, decimalsOf(payCurrency)),
    receive: formatMoney(customer.language, receive, receiveCurrency, decimalsOf(receiveCurrency)),
    reason: reason === '' ? '' : formatMessage(customer.language, `message.orderReason.${reason}`),
    support: settings.supportEmail,
  });
}

async function walletOf(trx: Trx, customerId: string, currency: string): Promise<Wallet> {
  const { id, account_id: accountId } = await trx
    .selectFrom('wallet_account')
    .select(['id', 'account_id'])
    .where('customer_id', '=', customerId)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return { id, accountId };
}

const holdOf = (orderId: string): string => `${orderId}:pay`;
