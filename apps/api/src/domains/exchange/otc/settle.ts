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

/** How many are settled in one commit. */
const settledAtOnce = 100;

/**
 * Settles what waits to be, some in each commit; a crash between two leaves the rest for the next round, and one that can't be settled
 * keeps no other waiting.
 */
export async function settleOrders(services: Services, run: QueueRun = everything): Promise<void> {
  const { db } = services;
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
  const batches = Array.from({ length: Math.ceil(ids.length / settledAtOnce) }, (_, index) =>
    ids.slice(index * settledAtOnce, (index + 1) * settledAtOnce),
  );
  await forEachSettled(batches, (batch) =>
    // Where one can't be, each is settled in a commit of its own.
    settle(services, batch).catch(() =>
      run.forEach(
        batch,
        (id) => id,
        (id) => settleAlone(services, id),
      ),
    ),
  );
}

async function settleAlone(services: Services, id: string): Promise<void> {
  await settle(services, [id]).catch((error: unknown) => {
    // The desk has not got what it would have to pay out.
    if (error instanceof LedgerError && error.reason === 'insufficient')
      return tryTransitionOrder(services, id, { to: 'failed', actor: 'system', reason: 'desk-inventory' });
    throw error;
  });
}

/** One transfer each: the customer pays the desk, the desk pays the customer, and what is charged goes to the fees. */
async function settle(services: Services, ids: readonly string[]): Promise<void> {
  const { db, clock, notifier } = services;
  const settled = await transact(db, async (trx) => {
    const locked = await lockOrders(trx, ids);
    // The desk's accounts in one order: two nodes that each hold one and want the other's would wait in a ring.
    const orders = locked
      .filter(({ status }) => status === 'processing')
      .toSorted((a, b) => (termsCurrency(a.quote) < termsCurrency(b.quote) ? -1 : 1));
    if (orders.length === 0) return [];
    const quotes = orders.map(({ quote }) => quote);
    const both = quotes.flatMap(({ payCurrency, receiveCurrency }) => [payCurrency, receiveCurrency]);
    const desks = await openEach(both, (currency) => deskAccount(trx, clock, currency));
    const received = quotes.map(({ receiveCurrency }) => receiveCurrency);
    const fees = await openEach(received, (currency) => feeAccount(trx, clock, currency));
    const walletsIn = await findSwapWallets(trx, orders);
    const moved = orders.map((order) => {
      const wallets = walletsIn(order.customerId, order.quote);
      const legs = legsOf(order.quote, wallets, desks, fees);
      return { ...order, wallets, legs, transferId: createId('trf', clock) };
    });
    await resolveHolds(
      trx,
      clock.now(),
      moved.map(({ id, legs, transferId }) => ({
        id: holdIdOf(id),
        outcome: 'post',
        transferId,
        kind: 'swap order',
        legs,
      })),
    );
    await transitionOrderWithin(trx, services, moved, { to: 'completed', actor: 'system' });
    return orders.map(({ customerId }) => customerId);
  });
  if (settled.length > 0) await notifier.send(...new Set(settled), 'messages');
}

/** Accounts by their currencies. */
type Accounts = (currency: string) => string;

async function openEach(currencies: Iterable<string>, open: (currency: string) => Promise<string>): Promise<Accounts> {
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
