import { connect } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { reconcile } from '../../src/domains/operations/reconcile.ts';
import { settleOrders } from '../../src/domains/exchange/otc/settle.ts';
import { rollUp } from '../../src/ledger/roll-up.ts';
import type { Settings } from '../../src/composition/settings.ts';
import { defaultTimeLimits } from '../../src/platform/time-limits.ts';
import { terminateBackends } from '../../testing/database-faults.ts';
import { createDraws, faultSeed } from '../../testing/seeded.ts';
import { openSwaps } from '../../testing/swap-customers.ts';
import { type SwapLoad, startSwapLoad } from '../../testing/swap-load.ts';
import { createDatabase, type Node, startNode } from '../../testing/harness.ts';

// Faults of the database and of clients during swaps.
// Afterwards each answered order exists once and the ledger reconciles.

const draw = createDraws(faultSeed);
const drivers = 4;

async function underLoad(
  settings: Partial<Settings>,
  inject: (context: {
    node: Node;
    database: string;
    load: SwapLoad;
    progress(orders: number): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const database = await createDatabase();
  await using node = await startNode(database, settings);
  // Customers and their codes use other database connections, so the limits under test do not affect them.
  const { services, close } = await openSwaps(database);
  const load = await startSwapLoad(services, node.baseUrl, drivers);
  /** Waits until customers have placed a number of further orders. */
  const progress = async (orders: number): Promise<void> => {
    await services.db.deleteFrom('throttle').execute();
    const before = load.placed.length;
    await expect
      .poll(() => load.placed.length, { timeout: 20_000, interval: 5 })
      .toBeGreaterThanOrEqual(before + orders);
  };
  try {
    await progress(3);
    await inject({ node, database, load, progress });
    await progress(3);
  } finally {
    await load.stop();
  }
  await settleOrders(services);
  await rollUp(services.db);
  expect(await reconcile(services)).toEqual([]);
  const orders = await services.db.selectFrom('otc_order').select(['id', 'quote_id']).execute();
  await close();
  expect(orders.map(({ id, quote_id: quoteId }) => `${id} ${quoteId}`).toSorted()).toEqual(
    load.placed.map(({ id, quoteId }) => `${id} ${quoteId}`).toSorted(),
  );
}

const readiness = async ({ server }: Node): Promise<unknown> => (await fetch(`${server.url}/readyz`)).json();

test(`seed ${faultSeed}: LISTEN is terminated three times without an effect on customers`, () =>
  underLoad({}, async ({ node, database, load, progress }) => {
    for (let kill = 0; kill < 3; kill += 1) {
      await progress(1 + draw(`listen ${kill}`, 5));
      await expect.poll(() => terminateBackends(database, 'wusd-api wake-ups'), { timeout: 20_000 }).toBeGreaterThan(0);
      await expect.poll(() => readiness(node), { timeout: 20_000 }).toMatchObject({ listen: 'listening' });
    }
    expect(load.unavailable()).toBe(0);
  }));

test(`seed ${faultSeed}: while a table that swaps need is locked, callers get 503; afterwards swaps succeed`, () =>
  underLoad({ timeLimits: { ...defaultTimeLimits, lockMs: 100 } }, async ({ database, load, progress }) => {
    const owner = new pg.Client({ connectionString: database });
    await owner.connect();
    try {
      for (let lock = 0; lock < 2; lock += 1) {
        await progress(1 + draw(`lock ${lock}`, 5));
        const before = load.unavailable();
        await owner.query('begin; lock table quote in access exclusive mode');
        await expect.poll(() => load.unavailable(), { timeout: 20_000, interval: 5 }).toBeGreaterThan(before + drivers);
        await owner.query('rollback');
      }
    } finally {
      await owner.end();
    }
  }));

test(`seed ${faultSeed}: a hundred clients that send a byte at a time are disconnected without an effect on customers`, () =>
  underLoad(
    { timeLimits: { ...defaultTimeLimits, headersMs: 1000, requestMs: 2000 } },
    async ({ node, load, progress }) => {
      const port = Number(new URL(node.server.url).port);
      const head =
        'POST /api/feedback HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n';
      const clients = Array.from({ length: 100 }, (_, index) => {
        const socket = connect(port, '127.0.0.1').on('error', () => {});
        // Some clients stop within the headers, the others within the body.
        socket.write(head.slice(0, draw(`client ${index}`, 2) === 0 ? 40 : head.length));
        return { socket, closed: new Promise<void>((resolve) => void socket.on('close', () => resolve())) };
      });
      const trickle = setInterval(() => clients.forEach(({ socket }) => socket.writable && socket.write('a')), 50);
      await progress(5);
      await Promise.all(clients.map(({ closed }) => closed));
      clearInterval(trickle);
      expect(load.unavailable()).toBe(0);
    },
  ));
