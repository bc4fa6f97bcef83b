import { Agent, request } from 'node:http';
import { setTimeout as pass } from 'node:timers/promises';
import { analyze } from '@wusd/api/testing/databases';
import { startServerProcess } from '@wusd/api/testing/process';
import {
  countUnsettled,
  createSwapCustomer,
  openSwaps,
  prepareSwap,
  requestOf,
  type SwapCustomer,
} from '@wusd/api/testing/swap-customers';

/** As many as have a swap in hand at once: one each. */
const many = 1600;
/** Who submit at the same time. What arrives together is done together. */
const clients = 64;

export interface SwapLane {
  /** Swaps a second: taken over HTTP, and those taken and settled. */
  round(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

interface Wire {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The real server in a process of its own, and customers who each have a swap reviewed and proved. What is measured is the submission
 * (session, captcha, intent, code, hold, order, outbox), and how long until the worker has settled all. The requests are the SDK's,
 * sent by Node's own client: the load shares the processors with what it measures.
 */
export async function openSwapLane(url: string): Promise<SwapLane> {
  const server = await startServerProcess({ databaseUrl: url });
  const baseUrl = `${server.url}/api`;
  const { services, close } = await openSwaps(url);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const customers = await inParallel(
    Array.from({ length: many }, (_, index) => index),
    (index) => createSwapCustomer(services, index),
  );
  return {
    async round() {
      await services.db.deleteFrom('throttle').execute();
      // As autovacuum does each minute.
      await analyze(url);
      const wires = await inParallel(customers, (customer) => prepare(customer));
      const begun = performance.now();
      await inParallel(wires, (wire) => submit(agent, wire), clients);
      const taken = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- until none is left
      while ((await countUnsettled(services)) > 0) await pass(20);
      return {
        [`swaps submitted over HTTP by ${clients}`]: (many * 1000) / (taken - begun),
        [`swaps submitted over HTTP by ${clients} and settled`]: (many * 1000) / (performance.now() - begun),
      };
    },
    async close() {
      agent.destroy();
      await server.stop();
      await close();
    },
  };

  async function prepare(customer: SwapCustomer): Promise<Wire> {
    const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;
    const swap = await prepareSwap(services, customer.at(baseUrl), asked);
    if (!swap) throw new Error('A swap was not to be had');
    const sent = await requestOf(customer, baseUrl, swap);
    return { url: sent.url, headers: Object.fromEntries(sent.headers), body: await sent.text() };
  }
}

/** Some at a time, each by itself, in their order. */
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

/** @throws Error where no order is answered */
function submit(agent: Agent, { url, headers, body }: Wire): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (part: string) => (answer += part));
        response.on('end', () =>
          response.statusCode === 200 && answer.includes('"otc_')
            ? resolve()
            : reject(new Error(`${response.statusCode}: ${answer}`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
