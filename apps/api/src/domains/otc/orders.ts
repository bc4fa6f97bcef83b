import { decimalsOf } from '@wusd/api-sdk/domain';
import { compare } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import { formatMessage } from '@wusd/i18n/server';
import { audit } from '../../audit/audit.ts';
import { transact, type Trx } from '../../database/database.ts';
import { forEachApart } from '../../each-apart.ts';
import { appendEvents } from '../../events/events.ts';
import { requireNothing } from '../../http/blockers.ts';
import { Failure } from '../../http/failure.ts';
import { createId } from '../../ids.ts';
import { hold, resolve } from '../../ledger/holds.ts';
import { deskAccount, feeAccount, type Leg, LedgerError } from '../../ledger/ledger.ts';
import { enqueueMail } from '../../messages/messages.ts';
import { type Actor, recordMove } from '../../states/states.ts';
import { type Customer, findCustomer, lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { availableOf } from '../wallet-accounts/available.ts';
import { remainingSwaps } from './limits.ts';
import { findQuote, minorOf, type Quote, takeQuote } from './quotes.ts';
import { insufficient, refusalsOf } from './refusals.ts';
import { orderStates, type OrderStatus } from './states.ts';
import { readTerms, termsCurrency } from './terms.ts';

/** How long the desk has to approve, at the rate that was agreed. */
export const approvalMs = 15 * 60_000;

interface Wallet {
  id: string;
  accountId: string;
}
/** Both sides of a swap. */
interface Wallets {
  pay: Wallet;
  receive: Wallet;
}

/**
 * Takes a quote: what is paid is set aside at once, and paid when the order is settled.
 *
 * @param actor who takes it; `system` for auto-redemption
 * @returns the order's id
 * @throws Failure the first of {@link refusalsOf}
 */
export async function placeOrder(
  trx: Trx,
  { clock, vault, settings }: Services,
  customerId: string,
  quoteId: string,
  actor: 'customer' | 'system' = 'customer',
): Promise<string> {
  const customer = await lockCustomer(trx, vault, customerId);
  const quote = await findQuote(trx, customerId, quoteId, { forUpdate: true });
  const now = clock.now();
  if (!quote) throw new Failure('QUOTE_EXPIRED');
  const terms = await readTerms(trx, termsCurrency(quote));
  const available = await availableOf(trx, customerId, quote.payCurrency);
  const remaining = await remainingSwaps(trx, clock, customerId, customer?.accountType ?? 'individual');
  requireNothing(refusalsOf({ customer, quote, terms, available, remaining, now }));
  await takeQuote(trx, clock, customerId, quoteId);

  const id = createId('otc', clock);
  const status = compare(quote.value, terms.approvalAbove) > 0 ? 'pending approval' : 'processing';
  await trx
    .insertInto('otc_order')
    .values({
      id,
      customer_id: customerId,
      quote_id: quoteId,
      currency: termsCurrency(quote),
      status,
      due_at: status === 'processing' ? null : new Date(now.getTime() + approvalMs),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await recordMove(trx, clock, orderStates, { id, from: null, to: status, actor });
  const wallets = await walletsOf(trx, customerId, quote);
  await hold(trx, {
    id: holdOf(id),
    account: wallets.pay.accountId,
    amount: BigInt(minorOf(quote.pay, quote.payCurrency)),
    kind: 'swap order',
    entityId: id,
    eventTime: now,
  }).catch((error: unknown) => {
    throw error instanceof LedgerError && error.reason === 'insufficient' ? insufficient(quote, available) : error;
  });
  await tell(trx, { clock, vault, settings }, { id, customerId, quote, wallets, customer }, status);
  return id;
}

/**
 * Settles what waits to be, each in a commit of its own; a crash between two leaves the rest for the next round, and one that
 * can't be settled keeps no other waiting.
 */
export async function settleOrders(services: Services): Promise<void> {
  const { db } = services;
  const waiting = await db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'processing')
    .orderBy('id')
    .execute();
  await forEachApart(waiting, ({ id }) =>
    settle(services, id).catch((error: unknown) => {
      // The desk has not got what it would have to pay out.
      if (error instanceof LedgerError && error.reason === 'insufficient')
        return end(services, id, { to: 'failed', actor: 'system', reason: 'desk-inventory' });
      throw error;
    }),
  );
}

/** One transfer: the customer pays the desk, the desk pays the customer, and what is charged goes to the fees. */
async function settle(services: Services, id: string): Promise<void> {
  const { db, clock, wakeUps } = services;
  const settled = await transact(db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (order?.status !== 'processing') return undefined;
    const { customerId, quote } = order;
    const { payCurrency, receiveCurrency } = quote;
    const [pay, receive, charge] = [
      BigInt(minorOf(quote.pay, payCurrency)),
      BigInt(minorOf(quote.receive, receiveCurrency)),
      BigInt(minorOf(quote.charge, receiveCurrency)),
    ];
    const wallets = await walletsOf(trx, customerId, quote);
    const legs: Leg[] = [
      { account: wallets.pay.accountId, amount: pay },
      { account: await deskAccount(trx, clock, payCurrency), amount: -pay },
      { account: await deskAccount(trx, clock, receiveCurrency), amount: receive + charge },
      { account: wallets.receive.accountId, amount: -receive },
      { account: await feeAccount(trx, clock, receiveCurrency), amount: -charge },
    ];
    const transferId = createId('trf', clock);
    await resolve(trx, holdOf(id), clock.now(), {
      outcome: 'post',
      transferId,
      kind: 'swap order',
      legs: legs.filter(({ amount }) => amount !== 0n),
    });
    await move(trx, services, { ...order, wallets }, { to: 'completed', actor: 'system', transferId });
    return customerId;
  });
  if (settled !== undefined) await wakeUps.send(settled, 'messages');
}

/** Ends what the desk did not approve in time. */
export async function expireOrders(services: Services): Promise<void> {
  const { db, clock } = services;
  const due = await db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'pending approval')
    .where('due_at', '<=', clock.now())
    .orderBy('id')
    .execute();
  await forEachApart(due, ({ id }) => end(services, id, { to: 'rate expired', actor: 'system' }));
}

/** Where somebody else, another node say, moved it meanwhile, that is its end. */
async function end(services: Services, id: string, to: OrderMove): Promise<void> {
  await moveOrder(services, id, to).catch((error: unknown) => {
    if (!(error instanceof Failure && error.errorName === 'MOVE_NOT_ALLOWED')) throw error;
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
 * Approves, rejects, cancels, expires or fails an order, and tells its customer; where that is its end, what was set aside is free
 * again.
 *
 * @throws Failure NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function moveOrder(services: Services, id: string, { of, operator, ...to }: OrderMove): Promise<void> {
  const { db, clock, wakeUps } = services;
  const customerId = await transact(db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order || (of !== undefined && order.customerId !== of)) throw new Failure('NOT_FOUND');
    // An approval that comes too late is none: the rate it was asked for is over.
    const isLate = to.to === 'processing' && order.dueAt !== null && order.dueAt <= clock.now();
    if (isLate) throw new Failure('MOVE_NOT_ALLOWED', { nextMoves: [] });
    await move(trx, services, order, to);
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
  await wakeUps.send(customerId, 'messages', ...(to.to === 'processing' ? ['orders'] : []));
}

interface Locked {
  id: string;
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
  return quote && { id, customerId: row.customer_id, status: row.status as OrderStatus, dueAt: row.due_at, quote };
}

async function move(
  trx: Trx,
  services: Services,
  order: Locked & { wallets?: Wallets },
  { to, actor, reason, transferId }: Pick<OrderMove, 'actor' | 'reason'> & { to: OrderStatus; transferId?: string },
): Promise<void> {
  const { clock } = services;
  const { id, customerId, status, quote } = order;
  await recordMove(trx, clock, orderStates, { id, from: status, to, actor, reason });
  await trx
    .updateTable('otc_order')
    .set({ status: to, due_at: null, updated_at: clock.now(), ...(transferId && { transfer_id: transferId }) })
    .where('id', '=', id)
    .execute();
  const wallets = order.wallets ?? (await walletsOf(trx, customerId, quote));
  await tell(trx, services, { id, customerId, quote, wallets }, to, reason);
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

interface Told {
  id: string;
  customerId: string;
  quote: Quote;
  wallets: Wallets;
  customer?: Customer;
}

/** Says it to every open page, and by mail. */
async function tell(
  trx: Trx,
  { clock, vault, settings }: Pick<Services, 'clock' | 'vault' | 'settings'>,
  { id, customerId, quote, wallets, customer: known }: Told,
  status: OrderStatus,
  reason = '',
): Promise<void> {
  const { payCurrency, receiveCurrency, pay, receive } = quote;
  const walletIds = [wallets.pay.id, wallets.receive.id];
  await trx.updateTable('wallet_account').set({ updated_at: clock.now() }).where('id', 'in', walletIds).execute();
  await appendEvents(
    trx,
    clock,
    customerId,
    ...walletIds.map((walletId) => ({ type: 'wallet_account_updated', payload: { walletId, entityId: id } }) as const),
  );
  const mail = mails[status];
  const customer = mail === undefined ? undefined : (known ?? (await findCustomer(trx, vault, customerId)));
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

async function walletsOf(trx: Trx, customerId: string, quote: Quote): Promise<Wallets> {
  const rows = await trx
    .selectFrom('wallet_account')
    .select(['id', 'account_id as accountId', 'currency'])
    .where('customer_id', '=', customerId)
    .where('currency', 'in', [quote.payCurrency, quote.receiveCurrency])
    .execute();
  const of = (currency: string): Wallet => {
    const wallet = rows.find((row) => row.currency === currency);
    if (!wallet) throw new Error(`A customer without a wallet account in ${currency}`);
    return wallet;
  };
  return { pay: of(quote.payCurrency), receive: of(quote.receiveCurrency) };
}

const holdOf = (orderId: string): string => `${orderId}:pay`;
