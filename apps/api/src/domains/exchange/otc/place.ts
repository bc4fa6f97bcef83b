import { compare } from '@wusd/api-sdk/money';
import type { Trx } from '../../../platform/database/database.ts';
import { insertAll } from '../../../platform/database/rows.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createId } from '../../../platform/ids.ts';
import { placeHolds } from '../../../ledger/holds.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import { recordTransitions } from '../../../platform/state-machine/state-machine.ts';
import { type Customer, lockCustomers } from '../../../commands/customers.ts';
import { PartialRejection } from '../../../commands/command.ts';
import type { Services } from '../../services.ts';
import { remainingSwapLimitsByCustomer } from './limits.ts';
import { holdIdOf } from './orders.ts';
import { lockQuotes, toMinorUnits, type Quote, consumeQuotes } from './quotes.ts';
import { insufficientBalance, findViolations } from './violations.ts';
import { orderStates, type OrderStatus } from './states.ts';
import { publishOrderUpdates } from './notifications.ts';
import { readAllSwapTerms, type SwapTerms, termsCurrency } from './terms.ts';
import { findSwapWallets, type SwapWallets } from './wallets.ts';

/** How long the desk has to approve, at the rate that was agreed. */
export const approvalWindowMs = 15 * 60_000;

interface Asked {
  customerId: string;
  quoteId: string;
}

/**
 * Takes a quote: what is paid is set aside at once, and paid when the order is settled.
 *
 * @param actor who takes it; `system` for auto-redemption
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
  const asked = [{ customerId, quoteId }];
  const [id = ''] = await placeOrders(trx, services, asked, customers, actor).catch((error: unknown) => {
    throw error instanceof PartialRejection ? (error.reasons.get(customerId) ?? error) : error;
  });
  return id;
}

/**
 * The same of many customers, one of each.
 *
 * @param customers theirs, by their ids; this transaction holds them
 * @returns the orders' ids, in their order
 * @throws PartialRejection with the first of {@link findViolations} of each that can't be placed
 */
export async function placeOrders(
  trx: Trx,
  services: Services,
  asked: readonly Asked[],
  customers: ReadonlyMap<string, Customer>,
  actor: 'customer' | 'system' = 'customer',
): Promise<string[]> {
  const { clock } = services;
  const now = clock.now();
  const taken = await judge(trx, services, asked, customers);
  await consumeQuotes(trx, clock, asked);
  const placed = taken.map((each) => {
    const isBig = compare(each.quote.value, each.terms.approvalAbove) > 0;
    const status: OrderStatus = isBig ? 'pending approval' : 'processing';
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
  ).catch((error: unknown) => {
    // Spent since it was looked at. Of many nobody knows whose it was.
    const [only, ...others] = placed;
    const isSpent = error instanceof LedgerError && error.reason === 'insufficient';
    if (!isSpent || !only || others.length > 0) throw error;
    throw new PartialRejection(
      new Map([[only.customerId, insufficientBalance(only.quote, only.wallets.pay.available)]]),
    );
  });
  await publishOrderUpdates(trx, services, placed);
  return placed.map(({ id }) => id);
}

/** What each order would be placed by. Quotes are held from here on. @throws PartialRejection */
async function judge(
  trx: Trx,
  { clock }: Services,
  asked: readonly Asked[],
  customers: ReadonlyMap<string, Customer>,
): Promise<{ customer: Customer; quote: Quote; terms: SwapTerms; wallets: SwapWallets }[]> {
  const quotes = await lockQuotes(trx, asked);
  const allTerms = await readAllSwapTerms(trx);
  const walletsIn = await findSwapWallets(
    trx,
    [...quotes].map(([customerId, quote]) => ({ customerId, quote })),
  );
  const theirs = asked.flatMap(({ customerId }) => customers.get(customerId) ?? []);
  const remaining = await remainingSwapLimitsByCustomer(trx, clock, theirs);

  const refusals = new Map<string, AppError>();
  const standing = asked.flatMap(({ customerId }) => {
    const customer = customers.get(customerId);
    const quote = quotes.get(customerId);
    const terms = quote && allTerms.get(termsCurrency(quote));
    const left = remaining.get(customerId);
    if (!customer || !quote || !terms || !left) {
      refusals.set(customerId, new AppError('QUOTE_EXPIRED'));
      return [];
    }
    const wallets = walletsIn(customerId, quote);
    const { available } = wallets.pay;
    const [refusal] = findViolations({ customer, quote, terms, available, remaining: left, now: clock.now() });
    if (refusal) refusals.set(customerId, refusal);
    return [{ customer, quote, terms, wallets }];
  });
  if (refusals.size > 0) throw new PartialRejection(refusals);
  return standing;
}
