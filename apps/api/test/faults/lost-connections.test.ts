import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '@wusd/api-sdk';
import { expect, test, vi } from 'vitest';
import { reconcile } from '../../src/domains/operations/reconcile.ts';
import { settleOrders } from '../../src/domains/exchange/otc/settle.ts';
import { rollUp } from '../../src/ledger/roll-up.ts';
import {
  crashPostgres,
  startDatabaseProxy,
  terminateBackends,
  withApplicationName,
} from '../../testing/database-faults.ts';
import { createTestDatabase, restartTestPostgres, startTestPostgres } from '../../testing/databases.ts';
import { startServerProcess } from '../../testing/process.ts';
import {
  createSwapCustomer,
  openSwaps,
  prepareSwap,
  submitSwap,
  type SwapCustomer,
  swapUntilOver,
} from '../../testing/swap-customers.ts';
import { createDatabase, startNode } from '../../testing/harness.ts';

const kills = Number(process.env['FAULT_KILLS'] ?? 2);
vi.setConfig({ testTimeout: Math.max(120_000, kills * 20_000) });
const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;

/** Collects answers other than a success or a 503 with a retry time. */
function watchAnswers(): { fetch: typeof globalThis.fetch; unexpected: string[]; unavailable: () => number } {
  const unexpected: string[] = [];
  let unavailable = 0;
  return {
    unexpected,
    unavailable: () => unavailable,
    async fetch(input, init) {
      const answer = await globalThis.fetch(input, init);
      if (answer.ok) return answer;
      const body = await answer.clone().text();
      const isUnavailable =
        answer.status === 503 &&
        Number(answer.headers.get('retry-after')) >= 1 &&
        body.includes('"errorName":"SERVICE_UNAVAILABLE"');
      if (isUnavailable) unavailable += 1;
      else unexpected.push(`${answer.status} ${body}`);
      return answer;
    },
  };
}

interface Driver {
  customer: SwapCustomer;
  placed: { id: string; quoteId: string }[];
}

test(`two nodes whose backends are terminated ${kills} times under load keep running and answer or return 503`, async () => {
  const database = await createDatabase();
  const victim = withApplicationName(database, 'victim');
  const nodes = await Promise.all([0, 1].map(() => startServerProcess({ databaseUrl: victim })));
  const { services, close } = await openSwaps(database);
  const { fetch, unexpected, unavailable } = watchAnswers();
  const drivers: Driver[] = [];
  for (let index = 0; index < 6; index += 1)
    drivers.push({ customer: await createSwapCustomer(services, index), placed: [] });
  const over = new AbortController();

  const swap = ({ customer, placed }: Driver, baseUrl: string): Promise<void> => {
    const api = customer.at(baseUrl, fetch, 0);
    return swapUntilOver(api, {
      over: over.signal,
      prepare: () => prepareSwap(services, api, asked),
      onPlaced: (order) => placed.push(order),
      onError(error) {
        if (!(error instanceof ApiError && error.errorName === 'SERVICE_UNAVAILABLE')) throw error;
        return 'again';
      },
    });
  };
  let failure: unknown;
  const countPlaced = (): number => drivers.reduce((sum, { placed }) => sum + placed.length, 0);
  /** A failed driver ends the wait at once. */
  const progress = (): number => (failure === undefined ? countPlaced() : Infinity);

  try {
    await services.db.deleteFrom('throttle').execute();
    const load = Promise.all(drivers.map((driver, index) => swap(driver, `${nodes[index % 2]?.url ?? ''}/api`))).catch(
      (error: unknown) => {
        failure = error;
      },
    );
    for (let kill = 0; kill < kills; kill += 1) {
      const before = countPlaced();
      await expect.poll(progress, { timeout: 20_000 }).toBeGreaterThan(before + 5);
      expect(await terminateBackends(database, 'victim')).toBeGreaterThan(0);
      await services.db.deleteFrom('throttle').execute();
    }
    over.abort();
    await load;
    expect(failure).toBeUndefined();
    expect(nodes.map(({ process }) => process.exitCode)).toEqual([null, null]);
    expect(unexpected).toEqual([]);
    expect(unavailable()).toBeGreaterThan(0);
    for (const { url } of nodes) expect((await globalThis.fetch(`${url}/readyz`)).status).toBe(200);

    await settleOrders(services);
    await rollUp(services.db);
    expect(await reconcile(services)).toEqual([]);
    const orders = await services.db.selectFrom('otc_order').select(['id', 'quote_id']).execute();
    expect(orders.map(({ id, quote_id: quote }) => `${id} ${quote}`).toSorted()).toEqual(
      drivers.flatMap(({ placed }) => placed.map(({ id, quoteId }) => `${id} ${quoteId}`)).toSorted(),
    );
  } finally {
    over.abort();
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
    await close();
  }
});

test('a commit with a lost answer returns 503, and its repeat returns the committed order once', async () => {
  const database = await createDatabase();
  const proxy = await startDatabaseProxy(database);
  const { services, close } = await openSwaps(database);
  try {
    await using node = await startNode(proxy.url);
    const { fetch, unexpected, unavailable } = watchAnswers();
    const api = (await createSwapCustomer(services, 0)).at(node.baseUrl, fetch, 0);
    const swap = await prepareSwap(services, api, asked);
    if (!swap) throw new Error('The swap was refused');
    const countOrders = async (): Promise<number> =>
      (await services.db.selectFrom('otc_order').select('id').execute()).length;

    proxy.cutAfterCommitOf('insert into "otc_order"');
    await expect(submitSwap(api, swap)).rejects.toMatchObject({ errorName: 'SERVICE_UNAVAILABLE' });
    expect(proxy.commitsCut).toBe(1);
    expect(await countOrders()).toBe(1);
    expect(unavailable()).toBe(1);
    expect(unexpected).toEqual([]);

    const { id } = await submitSwap(api, swap);
    expect(await services.db.selectFrom('otc_order').select('id').execute()).toEqual([{ id }]);
    await settleOrders(services);
    await rollUp(services.db);
    expect(await reconcile(services)).toEqual([]);
  } finally {
    proxy.close();
    await close();
  }
});

test('a node survives a PostgreSQL crash and restart: it returns 503 meanwhile and then serves again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wusd-pg-'));
  // Where the tests run as root, PostgreSQL runs under another account, which needs access.
  chmodSync(folder, 0o755);
  const postgresFolder = join(folder, 'postgres');
  let postgres = await startTestPostgres(postgresFolder);
  const database = await createTestDatabase(postgres.url);
  const proxy = await startDatabaseProxy(database);
  try {
    await using node = await startNode(proxy.url);
    const { services, url } = node.server;
    const { fetch, unexpected } = watchAnswers();
    const api = (await createSwapCustomer(services, 0)).at(node.baseUrl, fetch, 0);
    const readiness = async (): Promise<number> => (await globalThis.fetch(`${url}/readyz`)).status;
    const before = await prepareSwap(services, api, asked);
    if (!before) throw new Error('The swap was refused');

    await crashPostgres(join(postgresFolder, 'data'));
    await expect(submitSwap(api, before)).rejects.toMatchObject({ errorName: 'SERVICE_UNAVAILABLE' });
    expect(await readiness()).toBe(503);

    postgres = await restartTestPostgres(postgresFolder);
    const restarted = new URL(database);
    restarted.port = new URL(postgres.url).port;
    proxy.retarget(restarted.toString());
    await expect.poll(readiness, { timeout: 10_000 }).toBe(200);
    await submitSwap(api, { ...before, captcha: `${before.captcha}.` });
    expect(unexpected).toEqual([]);
    await settleOrders(services);
    await rollUp(services.db);
    expect(await reconcile(services)).toEqual([]);
  } finally {
    proxy.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
