import { transact } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { createId } from '../../../platform/ids.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { resolveHolds } from '../../../ledger/holds.ts';
import { deskAccount, feeAccount, type Leg, LedgerError } from '../../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { tryTransitionOrder, holdIdOf, lockOrders, transitionOrderWithin } from './orders.ts';
import { toMinorUnits, type Quote } from './quotes.ts';
import { termsCurrency } from './terms.ts';
import { findSwapWallets, type SwapWallets } from './wallets.ts';

/** Maximum number of orders settled in one transaction. */
const maxBatchSize = 100;

/**
 * Settles orders in batches, one transaction per batch. After a crash the next round settles the remaining batches. An
 * order that can't be settled does not delay other orders.
 */
export async function settleOrders(services: Services, run: QueueRun = everything): Promise<void> {
  const { db, log } = services;
  const waiting = await db
    .selectFrom('otc_order')
    .select('id')
    .where('status', '=', 'processing')
    .orderBy('id')
    .execute();
  const ids = await run.eligible(
    waiting.map(({ id }) => id),
    (id) => id,
  );
  const batches = Array.from({ length: Math.ceil(ids.length / maxBatchSize) }, (_, index) =>
    ids.slice(index * maxBatchSize, (index + 1) * maxBatchSize),
  );
  await forEachSettled(batches, (batch) =>
    settle(services, batch).catch((error: unknown) => {
      log.warn(
        { err: error, orders: batch.length },
        'a batch of orders failed; each is settled in its own transaction',
      );
      return run.forEach(
        batch,
        (id) => id,
        (id) => settleAlone(services, id),
      );
    }),
  );
}

async function settleAlone(services: Services, id: string): Promise<void> {
  await settle(services, [id]).catch((error: unknown) => {
    // The desk's inventory does not cover the payout.
    if (error instanceof LedgerError && error.reason === 'insufficient')
      return tryTransitionOrder(services, id, { to: 'failed', actor: 'system', reason: 'desk-inventory' });
    throw error;
  });
}

/**
 * Posts one transfer per order: the customer pays the desk, the desk pays the customer, and the charge is posted to the
 * fee account.
 */
async function settle(services: Services, ids: readonly string[]): Promise<void> {
  const { db, clock, notifier } = services;
  const customerIds = await transact(db, async (trx) => {
    const locked = await lockOrders(trx, ids);
    // Sorted by currency, so that concurrent nodes lock the desk's accounts in the same order, which prevents
    // deadlocks.
    const orders = locked
      .filter(({ status }) => status === 'processing')
      .toSorted((a, b) => (termsCurrency(a.quote) < termsCurrency(b.quote) ? -1 : 1));
    if (orders.length === 0) return [];
    const quotes = orders.map(({ quote }) => quote);
    const currencies = quotes.flatMap(({ payCurrency, receiveCurrency }) => [payCurrency, receiveCurrency]);
    const desks = await openAccounts(currencies, (currency) => deskAccount(trx, clock, currency));
    const receiveCurrencies = quotes.map(({ receiveCurrency }) => receiveCurrency);
    const fees = await openAccounts(receiveCurrencies, (currency) => feeAccount(trx, clock, currency));
    const walletsIn = await findSwapWallets(trx, orders);
    const settlements = orders.map((order) => {
      const wallets = walletsIn(order.customerId, order.quote);
      const legs = legsOf(order.quote, wallets, desks, fees);
      return { ...order, wallets, legs, transferId: createId('trf', clock) };
    });
    await resolveHolds(
      trx,
      clock.now(),
      settlements.map(({ id, legs, transferId }) => ({
        id: holdIdOf(id),
        outcome: 'post',
        transferId,
        kind: 'swap order',
        legs,
      })),
    );
    await transitionOrderWithin(trx, services, settlements, { to: 'completed', actor: 'system' });
    return orders.map(({ customerId }) => customerId);
  });
  if (customerIds.length > 0) await notifier.send(...new Set(customerIds), 'messages');
}

/** Looks up a ledger account by currency. */
type Accounts = (currency: string) => string;

async function openAccounts(
  currencies: Iterable<string>,
  open: (currency: string) => Promise<string>,
): Promise<Accounts> {
  const accounts = new Map<string, string>();
  for (const currency of new Set(currencies)) accounts.set(currency, await open(currency));
  return (currency) => accounts.get(currency) ?? '';
}

function legsOf(quote: Quote, wallets: SwapWallets, desk: Accounts, fee: Accounts): Leg[] {
  const { payCurrency, receiveCurrency } = quote;
  const [pay, receive, charge] = [
    BigInt(toMinorUnits(quote.pay, payCurrency)),
    BigInt(toMinorUnits(quote.receive, receiveCurrency)),
    BigInt(toMinorUnits(quote.charge, receiveCurrency)),
  ];
  const legs: Leg[] = [
    { account: wallets.pay.accountId, amount: pay },
    { account: desk(payCurrency), amount: -pay },
    { account: desk(receiveCurrency), amount: receive + charge },
    { account: wallets.receive.accountId, amount: -receive },
    { account: fee(receiveCurrency), amount: -charge },
  ];
  return legs.filter(({ amount }) => amount !== 0n);
}
