import { compare } from '@wusd/api-sdk/money';
import type { Trx } from '../../../platform/database/database.ts';
import { insertAll } from '../../../platform/database/rows.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { placeHolds } from '../../../ledger/holds.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { recordTransitions } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomers } from '../../../commands/customers.ts';
import type { BatchOutcome } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { remainingSwapLimitsByCustomer } from './limits.ts';
import { holdIdOf } from './orders.ts';
import { lockQuotes, toMinorUnits, type Quote, consumeQuotes } from './quotes.ts';
import { insufficientBalance, findViolations } from './violations.ts';
import { orderStates, type OrderStatus } from './states.ts';
import { publishOrderUpdates } from './notifications.ts';
import { readAllSwapTerms, type SwapTerms, termsCurrency } from './terms.ts';
import { findSwapWallets, type SwapWallets } from './wallets.ts';

/** How long the desk can approve an order. The quoted rate is valid until then. */
export const approvalWindowMs = 15 * 60_000;

interface OrderRequest {
  customerId: string;
  quoteId: string;
}

/**
 * Places an order for a quote, and holds the paid amount until the order is settled.
 *
 * @param actor `system` for auto-redemption
 * @returns the order's id
 * @throws AppError the first of {@link findViolations}
 */
export async function placeOrder(
  trx: Trx,
  services: Services,
  customerId: string,
  quoteId: string,
  actor: 'customer' | 'system' = 'customer',
): Promise<string> {
  const customers = await lockCustomers(trx, services.vault, [customerId]);
  const outcome = await placeOrders(trx, services, [{ customerId, quoteId }], customers, actor);
  if ('rejections' in outcome) throw outcome.rejections.get(customerId) ?? new AppError('QUOTE_EXPIRED');
  return outcome.results[0] ?? '';
}

/**
 * Places one order for each of several customers. If any order is rejected, no order is placed.
 *
 * @param customers customers by id; this transaction holds their locks
 * @returns the ids of the orders in the order of `requests`, or the first of {@link findViolations} for each rejected
 *   order
 */
export async function placeOrders(
  trx: Trx,
  services: Services,
  requests: readonly OrderRequest[],
  customers: ReadonlyMap<string, Customer>,
  actor: 'customer' | 'system' = 'customer',
): Promise<BatchOutcome<string>> {
  const { clock } = services;
  const now = clock.now();
  const evaluated = await evaluateOrders(trx, services, requests, customers);
  if ('rejections' in evaluated) return evaluated;
  await consumeQuotes(trx, clock, requests);
  const placed = evaluated.results.map((each) => {
    const needsApproval = compare(each.quote.value, each.terms.approvalAbove) > 0;
    const status: OrderStatus = needsApproval ? 'pending approval' : 'processing';
    return { ...each, id: createId('otc', clock), status, customerId: each.customer.id };
  });
  await insertAll(
    trx,
    'otc_order',
    placed.map(({ id, customerId, quote, status }) => ({
      id,
      customer_id: customerId,
      quote_id: quote.id,
      currency: termsCurrency(quote),
      status,
      due_at: status === 'processing' ? null : new Date(now.getTime() + approvalWindowMs),
      created_at: now,
      updated_at: now,
    })),
  );
  await recordTransitions(
    trx,
    clock,
    orderStates,
    placed.map(({ id, customerId, status }) => ({ id, customerId, from: null, to: status, actor })),
  );
  try {
    await placeHolds(
      trx,
      placed.map(({ id, wallets, quote }) => ({
        id: holdIdOf(id),
        account: wallets.pay.accountId,
        amount: BigInt(toMinorUnits(quote.pay, quote.payCurrency)),
        kind: 'swap order',
        entityId: id,
        eventTime: now,
      })),
    );
  } catch (error) {
    // The balance was spent after it was read. A batch is rolled back, because the error does not identify the order.
    const [order, ...others] = placed;
    const isSpent = error instanceof LedgerError && error.reason === 'insufficient';
    if (!isSpent || !order || others.length > 0) throw error;
    return { rejections: new Map([[order.customerId, insufficientBalance(order.quote, order.wallets.pay.available)]]) };
  }
  await publishOrderUpdates(trx, services, placed);
  return { results: placed.map(({ id }) => id) };
}

interface EvaluatedOrder {
  customer: Customer;
  quote: Quote;
  terms: SwapTerms;
  wallets: SwapWallets;
}

/** Locks the quotes and evaluates every request with its quote. */
async function evaluateOrders(
  trx: Trx,
  { clock }: Services,
  requests: readonly OrderRequest[],
  customers: ReadonlyMap<string, Customer>,
): Promise<BatchOutcome<EvaluatedOrder>> {
  const quotes = await lockQuotes(trx, requests);
  const allTerms = await readAllSwapTerms(trx);
  const walletsIn = await findSwapWallets(
    trx,
    [...quotes].map(([customerId, quote]) => ({ customerId, quote })),
  );
  const remainingOf = await remainingSwapLimitsByCustomer(
    trx,
    clock,
    requests.flatMap(({ customerId }) => customers.get(customerId) ?? []),
  );
  const results: EvaluatedOrder[] = [];
  const rejections = new Map<string, AppError>();
  for (const { customerId } of requests) {
    const customer = customers.get(customerId);
    const quote = quotes.get(customerId);
    const terms = quote && allTerms.get(termsCurrency(quote));
    const remaining = remainingOf.get(customerId);
    if (!customer || !quote || !terms || !remaining) {
      rejections.set(customerId, new AppError('QUOTE_EXPIRED'));
      continue;
    }
    const wallets = walletsIn(customerId, quote);
    const { available } = wallets.pay;
    const [rejection] = findViolations({ customer, quote, terms, available, remaining, now: clock.now() });
    if (rejection) rejections.set(customerId, rejection);
    else results.push({ customer, quote, terms, wallets });
  }
  return rejections.size > 0 ? { rejections } : { results };
}
