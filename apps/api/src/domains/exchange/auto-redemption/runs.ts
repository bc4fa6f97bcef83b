import { decimalsOf, type ErrorName } from '@wusd/api-sdk/domain';
import { compare, roundDown } from '@wusd/api-sdk/money';
import type { Selectable } from 'kysely';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { decryptFields } from '../../destinations/bank-accounts/responses.ts';
import { type Customer, findCustomer, lockCustomer } from '../../../commands/customers.ts';
import { readRailFee, toFiatMinor } from '../../transfers/fiat/terms.ts';
import { requestFiatWithdrawal } from '../../transfers/fiat/withdrawals.ts';
import { placeOrder } from '../otc/place.ts';
import { computeOffer, findQuote, openQuote } from '../otc/quotes.ts';
import { notify } from '../../notifications/notify.ts';
import type { Services } from '../../services.ts';
import { decimalAmountOf, publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { findPayoutRoute, subtractFee, payoutBlocker } from './eligibility.ts';
import type { StopReason } from '../../wallet/auto-redemption/states.ts';

type Run = Selectable<Database['auto_redemption_run']>;

/**
 * Advances every open run by one step: first it places an order for the deposit, then, once the order is completed, it
 * requests the payout. Each step commits together with the run's progress, so that a run continues after a crash.
 */
export async function runAutoRedemptions(services: Services, queueRun: QueueRun = everything): Promise<void> {
  const { db } = services;
  const open = await db
    .selectFrom('auto_redemption_run')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('deposit_id')
    .execute();
  await queueRun.forEach(
    open,
    ({ deposit_id: id }) => id,
    (run) => (run.order_id === null ? redeem(services, run) : payOut(services, run)),
  );
}

/** Places the order of a run. Expected errors stop the run. @throws unexpected errors, so that the queue retries */
async function redeem(services: Services, run: Run): Promise<void> {
  const { db, vault, notifier } = services;
  const customerId = run.customer_id;
  const deposit = await db
    .selectFrom('crypto_transaction')
    .select(['amount', 'currency'])
    .where('id', '=', run.deposit_id)
    .executeTakeFirstOrThrow();
  const payAmount = roundDown(decimalAmountOf(deposit), decimalsOf('WUSD'));
  const customer = await findCustomer(db, vault, customerId);
  if (!customer) return;
  if (compare(payAmount, '0') <= 0) return stop(services, run, 'amount');
  const offer = await computeOffer(services, { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount }, customerId);
  // A deposit is redeemed only if the dollars can be paid out.
  const reason = await payoutBlocker(services, db, customer, offer.receive);
  if (reason !== undefined) return stop(services, run, reason);
  const quote = await openQuote(services, customerId, offer);
  try {
    await transact(db, async (trx) => {
      await lockCustomer(trx, vault, customerId);
      const row = await lockRun(trx, run);
      if (!row || row.order_id !== null) return;
      const orderId = await placeOrder(trx, services, customerId, quote.id, 'system');
      await trx
        .updateTable('auto_redemption_run')
        .set({ order_id: orderId })
        .where('deposit_id', '=', run.deposit_id)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Another order of the customer expired this quote. The next round opens a new quote.
    const { errorName }: AppError = error;
    if (errorName === 'QUOTE_EXPIRED') return;
    return stop(services, run, stopReasons[errorName] ?? 'amount');
  }
  return notifier.send(customerId, 'orders', 'messages');
}

/** Stop reasons by the error of the order. All other errors concern the amount. */
const stopReasons: Partial<Record<ErrorName, StopReason>> = {
  INSUFFICIENT_BALANCE: 'spent',
  LIMIT_EXCEEDED: 'limit',
  IDENTITY_NOT_VERIFIED: 'identity',
};
const unsettledStatuses = new Set(['failed', 'rate expired', 'order cancelled', 'rejected']);

async function payOut(services: Services, run: Run): Promise<void> {
  const { db, vault, notifier } = services;
  const customerId = run.customer_id;
  const order = await db
    .selectFrom('otc_order')
    .select(['status', 'quote_id'])
    .where('id', '=', run.order_id ?? '')
    .executeTakeFirstOrThrow();
  if (unsettledStatuses.has(order.status)) return stop(services, run, 'order');
  if (order.status !== 'completed') return;
  const stopReason = await transact(db, async (trx): Promise<StopReason | undefined> => {
    const customer = await lockCustomer(trx, vault, customerId);
    const row = await lockRun(trx, run);
    if (!row) return undefined;
    const quote = await findQuote(trx, customerId, order.quote_id);
    const dollars = quote?.receive ?? '0';
    const reason = await payoutBlocker(services, trx, customer, dollars);
    if (reason !== undefined) return reason;
    const route = await findPayoutRoute(services, trx, customerId);
    if (!route) return 'no-default';
    const fee = await readRailFee(trx, route.account.rail, 'USD');
    const id = await requestFiatWithdrawal(trx, services, {
      customer,
      partnerId: route.partnerId,
      currency: 'USD',
      amount: toFiatMinor(subtractFee(dollars, fee), 'USD'),
      fee: toFiatMinor(fee, 'USD'),
      destination: {
        id: route.account.id,
        payee: decryptFields(vault, route.account),
        payoutsFrom: route.account.payouts_from,
      },
      purpose: undefined,
      actor: 'system',
    });
    await trx
      .updateTable('auto_redemption_run')
      .set({ withdrawal_id: id, ended_at: services.clock.now() })
      .where('deposit_id', '=', run.deposit_id)
      .execute();
    return undefined;
  }).catch((error: unknown): StopReason => {
    // The customer has spent the redeemed dollars in the meantime.
    if (error instanceof LedgerError && error.reason === 'insufficient') return 'spent';
    throw error;
  });
  if (stopReason !== undefined) return stop(services, run, stopReason);
  return notifier.send(customerId, 'messages', 'withdrawals');
}

/** Locks a run. @returns undefined if the run has ended */
const lockRun = (trx: Trx, { deposit_id: id }: Run) =>
  trx
    .selectFrom('auto_redemption_run')
    .selectAll()
    .where('deposit_id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Stops a run and notifies the customer of the reason. The money stays in the wallet. */
async function stop(services: Services, run: Run, reason: StopReason): Promise<void> {
  const { db, clock, vault, notifier } = services;
  await transact(db, async (trx) => {
    const customer = await lockCustomer(trx, vault, run.customer_id);
    if (!(await lockRun(trx, run))) return;
    await trx
      .updateTable('auto_redemption_run')
      .set({ stopped_because: reason, ended_at: clock.now() })
      .where('deposit_id', '=', run.deposit_id)
      .execute();
    const deposit = await trx
      .selectFrom('crypto_transaction')
      .selectAll()
      .where('id', '=', run.deposit_id)
      .executeTakeFirstOrThrow();
    await publishWalletUpdated(trx, clock, deposit);
    await notifyOfStop(trx, services, customer, deposit, reason);
  });
  await notifier.send(run.customer_id, 'messages');
}

function notifyOfStop(
  trx: Trx,
  services: Services,
  customer: Customer,
  deposit: { id: string; amount: string; currency: string },
  reason: StopReason,
): Promise<void> {
  const amount = roundDown(decimalAmountOf(deposit), decimalsOf(deposit.currency));
  return notify(trx, services, {
    customer,
    message: 'message.autoRedemptionStopped',
    subject: { entity: 'crypto-transaction', id: deposit.id },
    values: {
      amount: { amount, currency: deposit.currency },
      reason: { message: `message.autoRedemptionReason.${reason}` },
      reference: deposit.id,
    },
  });
}
