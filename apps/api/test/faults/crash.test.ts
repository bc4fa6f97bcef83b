import { once } from 'node:events';
import { setTimeout as pass } from 'node:timers/promises';
import { ConnectionError } from '@wusd/api-sdk';
import { expect, test, vi } from 'vitest';
import { reconcile } from '../../src/domains/operations/reconcile.ts';
import { expireOrders } from '../../src/domains/exchange/otc/orders.ts';
import { settleOrders } from '../../src/domains/exchange/otc/settle.ts';
import { rollUp } from '../../src/ledger/roll-up.ts';
import { expireLeases } from '../../testing/leases.ts';
import { startServerProcess } from '../../testing/process.ts';
import { createDraws, faultSeed } from '../../testing/seeded.ts';
import {
  createSwapCustomer,
  initialTotals,
  type PreparedSwap,
  prepareSwap,
  readTotals,
  submitSwap,
  type SwapCustomer,
} from '../../testing/swap-customers.ts';
import { createDatabase, startNode } from '../../testing/harness.ts';

const draw = createDraws(faultSeed);
const kills = Number(process.env['CRASH_KILLS'] ?? 1);
vi.setConfig({ testTimeout: Math.max(600_000, kills * 60_000) });

/** A customer's progress: the submission without an answer, and the orders with one. */
interface Driver {
  customer: SwapCustomer;
  number: number;
  open: PreparedSwap | undefined;
  placed: { id: string; quoteId: string }[];
  /** Submissions repeated at the node that replaced the killed one. */
  asked: number;
}

test(`seed ${faultSeed}: a node killed ${kills} times under load loses no order, duplicates none, and leaves none unfinished`, async () => {
  const database = await createDatabase();
  // This node is never killed and serves no customer requests.
  await using node = await startNode(database);
  const { services } = node.server;
  const drivers: Driver[] = [];
  for (let index = 0; index < 4; index += 1)
    drivers.push({
      customer: await createSwapCustomer(services, index),
      number: 0,
      open: undefined,
      placed: [],
      asked: 0,
    });

  const countPlaced = (): number => drivers.reduce((sum, { placed }) => sum + placed.length, 0);
  /** Swaps until the node is killed. The next node receives the unanswered submission again. */
  async function swapWithoutEnd(driver: Driver, baseUrl: string): Promise<void> {
    const api = driver.customer.at(baseUrl);
    try {
      for (; ; driver.number += 1) {
        const isLarge = driver.number % 7 === 6;
        const [payCurrency, receiveCurrency] =
          driver.number % 2 === 0 ? (['WUSD', 'USD'] as const) : (['USD', 'WUSD'] as const);
        if (driver.open) driver.asked += 1;
        driver.open ??= await prepareSwap(services, api, {
          payCurrency,
          receiveCurrency,
          payAmount: isLarge ? '260000.00' : '20.00',
        });
        // Half of the large swaps exceed the balance in dollars and cannot be prepared.
        if (!driver.open) continue;
        const { quoteId } = driver.open;
        const { id } = await submitSwap(api, driver.open);
        driver.placed.push({ id, quoteId });
        driver.open = undefined;
        // A swap that needs approval is cancelled, so that orders reach every final status.
        if (isLarge) await api.otc.cancel(id);
      }
    } catch (error) {
      // A kill causes no other error.
      if (!(error instanceof ConnectionError)) throw error;
    }
  }

  // If no kill interrupts a submission, the loop kills once more.
  const isInterrupted = (): boolean => drivers.some(({ asked, open }) => asked > 0 || open !== undefined);
  for (let kill = 0; kill < kills || !isInterrupted(); kill += 1) {
    await services.db.deleteFrom('throttle').execute();
    await expireLeases(services.db);
    const child = await startServerProcess({ databaseUrl: database });
    const before = countPlaced();
    const ended = once(child.process, 'exit');
    const load = Promise.all(drivers.map((driver) => swapWithoutEnd(driver, `${child.url}/api`)));
    await expect.poll(countPlaced, { timeout: 30_000 }).toBeGreaterThan(before + 10);
    // The seed determines the moment. No assertion depends on its length.
    await pass(draw(`kill ${kill}`, 400));
    child.process.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
    await load;
  }
  // Submissions in flight at the last kill.
  await expireLeases(services.db);
  for (const driver of drivers) {
    if (!driver.open) continue;
    const { id } = await submitSwap(driver.customer.at(node.baseUrl), driver.open);
    driver.placed.push({ id, quoteId: driver.open.quoteId });
    driver.asked += 1;
  }

  // The surviving node completes the open orders.
  await services.db
    .updateTable('otc_order')
    .set({ due_at: services.clock.now() })
    .where('status', '=', 'pending approval')
    .execute();
  await expireOrders(services);
  await settleOrders(services);
  await rollUp(services.db);
  expect(await reconcile(services)).toEqual([]);

  const placed = drivers.flatMap((driver) => driver.placed);
  const orders = await services.db.selectFrom('otc_order').select(['id', 'quote_id', 'status']).execute();
  // Each stored order was answered, and each answered order is stored. A repeat returned the lost answers.
  expect(orders.map(({ id, quote_id: quote }) => `${id} ${quote}`).toSorted()).toEqual(
    [...new Set(placed.map(({ id, quoteId }) => `${id} ${quoteId}`))].toSorted(),
  );
  expect(drivers.reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThan(0);
  const ends = new Set(['completed', 'order cancelled', 'rate expired']);
  expect(orders.filter(({ status }) => !ends.has(status))).toEqual([]);
  const customers = drivers.map(({ customer }) => customer);
  expect(await readTotals(services, customers)).toEqual(initialTotals(customers));
});
