import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expireOrders, transitionOrder } from '../src/domains/exchange/otc/orders.ts';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { orderStates } from '../src/domains/exchange/otc/states.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { decisionOf, historiesIn, nameOf, pathsThrough, said } from '../testing/paths.ts';
import { createSwapCustomer, prepareSwap, submitSwap, type SwapCustomer } from '../testing/swap-customers.ts';
import { createDemoDatabase, eventually, fundedDemoCustomer, startNode } from '../testing/harness.ts';

// Every path through the state machine of orders. Each transition uses the command or job that makes it in production,
// and the ledger reconciles afterwards.

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'manual' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db, clock } = services;
beforeAll(() => fundedDemoCustomer(node));
beforeEach(() => db.deleteFrom('throttle').execute());
afterEach(async () => expect(await reconcile(services)).toEqual([]));

const madeOf = historiesIn(db);

describe('an order', () => {
  let customer: SwapCustomer;
  beforeAll(async () => {
    customer = await createSwapCustomer(services, 0);
  });
  const starts = ['pending approval', 'processing'] as const;
  const paths = starts.flatMap((start) => pathsThrough(orderStates, start));

  test.each(paths.map((path) => [nameOf(path), path] as const))('goes from %s', async (_, path) => {
    const isShort = path.some(({ to }) => to === 'failed');
    const api = customer.at(node.baseUrl);
    const isLarge = path[0]?.from === 'pending approval';
    const swap = await prepareSwap(services, api, {
      payCurrency: 'WUSD',
      receiveCurrency: 'USD',
      payAmount: isLarge ? '260000.00' : '20.00',
    });
    if (!swap) throw new Error('The swap is blocked');
    // Ninety million dollars, more than the desk has.
    if (isShort) await db.updateTable('quote').set({ receive: '9000000000' }).where('id', '=', swap.quoteId).execute();
    const { id } = await submitSwap(api, swap);
    for (const { from, to, actor } of path) {
      if (from === 'processing') await settleOrders(services);
      else if (to === 'rate expired') {
        await db.updateTable('otc_order').set({ due_at: clock.now() }).where('id', '=', id).execute();
        await expireOrders(services);
      } else
        await transitionOrder(services, id, {
          to: decisionOf(['processing', 'rejected', 'order cancelled'], to),
          actor,
          reason: 'at-your-request',
        });
    }
    await eventually(async () => ((await madeOf('order', id)).length > path.length ? true : undefined));
    expect(await madeOf('order', id)).toEqual(said(path));
  });
});
