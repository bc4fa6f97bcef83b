import { setTimeout as pass } from 'node:timers/promises';
import { analyze } from '@wusd/api/testing/databases';
import { startServerProcess } from '@wusd/api/testing/process';
import {
  countUnsettled,
  createSwapCustomer,
  openSwaps,
  type PreparedSwap,
  prepareSwap,
  requestOf,
  reviewSwap,
  type SwapCustomer,
} from '@wusd/api/testing/swap-customers';
import { openPayees } from '@wusd/api/testing/transfers';
import { Pool } from 'undici';

/** Customers. Each has one swap in progress at a time. */
const many = 1600;
/** Concurrent clients. The server executes concurrent commands in batches. */
const clients = 64;

export interface HttpLane {
  /** Operations a second, by name. */
  round(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

type Services = Awaited<ReturnType<typeof openSwaps>>['services'];
type Api = ReturnType<SwapCustomer['at']>;

/**
 * Transfers: the real server with one extra command that posts two legs and notifies the customer. It measures the steps of every command:
 * session, captcha, intent, code, posting, outbox and stored answer.
 */
export async function openTransferLane(url: string): Promise<HttpLane> {
  const lane = await open(url, { entry: 'testing/transfer-node.ts' });
  const { accounts, desk } = await openPayees(lane.services.db);
  const some = (): string => accounts[Math.floor(Math.random() * accounts.length)] ?? '';
  const transfers = async (payee: () => string): Promise<number> => {
    const took = await lane.submitAll((api) => reviewSwap(lane.services, api, payee()), 3);
    return (3 * many * 1000) / took;
  };
  return {
    round: async () => ({
      [`transfers over HTTP by ${clients}, among 1,000`]: await transfers(some),
      [`transfers over HTTP by ${clients}, one hot`]: await transfers(() => desk),
    }),
    close: lane.close,
  };
}

/** Swaps: the server as it is, with further settings. They are taken (the same, with a quote, an order and a hold), and then settled by the worker. */
export async function openSwapLane(url: string, env: NodeJS.ProcessEnv = {}): Promise<HttpLane> {
  const lane = await open(url, { env });
  const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;
  return {
    async round() {
      const took = await lane.submitAll((api) => prepareSwap(lane.services, api, asked));
      const begun = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- until none is left
      while ((await countUnsettled(lane.services)) > 0) await pass(20);
      return {
        [`swaps submitted over HTTP by ${clients}`]: (many * 1000) / took,
        [`swaps submitted over HTTP by ${clients} and settled`]: (many * 1000) / (took + performance.now() - begun),
      };
    },
    close: lane.close,
  };
}

interface Opened {
  services: Services;
  /**
   * Has every customer prepare an act, or some, and measures how long all take to be submitted and answered. The requests are the SDK's,
   * sent by a client that costs less: the load shares the processors with what it measures.
   *
   * @returns milliseconds
   */
  submitAll(prepare: (api: Api) => Promise<PreparedSwap | undefined>, each?: number): Promise<number>;
  close(): Promise<void>;
}

/** A server in a process of its own, and customers who are signed in. */
async function open(url: string, options: { entry?: string; env?: NodeJS.ProcessEnv }): Promise<Opened> {
  const server = await startServerProcess({ databaseUrl: url, ...options });
  const baseUrl = `${server.url}/api`;
  const { services, close } = await openSwaps(url);
  const pool = new Pool(server.url, { connections: clients });
  const customers = await inParallel(
    Array.from({ length: many }, (_, index) => index),
    (index) => createSwapCustomer(services, index),
  );
  return {
    services,
    async submitAll(prepare, each = 1) {
      await services.db.deleteFrom('throttle').execute();
      // Autovacuum would do so every minute.
      await analyze(url);
      const who = Array.from({ length: each }, () => customers).flat();
      const wires = await inParallel(who, async (customer) => {
        const prepared = await prepare(customer.at(baseUrl));
        if (!prepared) throw new Error('The preview has blockers');
        const sent = await requestOf(customer, baseUrl, prepared);
        const { pathname, search } = new URL(sent.url);
        return { path: pathname + search, headers: Object.fromEntries(sent.headers), body: await sent.text() };
      });
      const begun = performance.now();
      await inParallel(wires, (wire) => submit(pool, wire), clients);
      return performance.now() - begun;
    },
    async close() {
      await pool.close();
      await server.stop();
      await close();
    },
  };
}

/** Processes items in order, several at a time. */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>, lanes = 8): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      // oxlint-disable-next-line no-await-in-loop -- one after the other in each lane
      for (const [index, item] of rest) results[index] = await work(item);
    }),
  );
  return results;
}

interface Wire {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** @throws Error where it is refused */
async function submit(pool: Pool, wire: Wire): Promise<void> {
  const { statusCode, body } = await pool.request({ method: 'POST', ...wire });
  const answer = await body.text();
  if (statusCode !== 200 || !answer.includes('"pay"')) throw new Error(`${statusCode}: ${answer}`);
}
