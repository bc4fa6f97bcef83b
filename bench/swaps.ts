import { startServerProcess } from '@wusd/api/testing/process';
import {
  countUnsettled,
  createSwapCustomer,
  openSwaps,
  type PreparedSwap,
  prepareSwap,
  submitSwap,
  type SwapCustomer,
} from '@wusd/api/testing/swap-customers';
import { setTimeout as pass } from 'node:timers/promises';

/** As many as have a quote in hand at once: one each. */
const many = 400;

export interface SwapLane {
  /** Swaps a second: taken over HTTP, and those taken and settled. */
  round(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

/**
 * The real server in a process of its own, and customers who each have a swap reviewed and proved. What is measured is the submission
 * (session, captcha, intent, code, hold, order, outbox), and how long until the worker has settled all.
 */
export async function openSwapLane(url: string, clients: number): Promise<SwapLane> {
  const server = await startServerProcess({ databaseUrl: url });
  const baseUrl = `${server.url}/api`;
  const { services, close } = await openSwaps(url);
  const customers: SwapCustomer[] = [];
  // oxlint-disable-next-line no-await-in-loop -- before the measuring
  for (let index = 0; index < many; index += 1) customers.push(await createSwapCustomer(services, index));

  const ask = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;
  return {
    async round() {
      await services.db.deleteFrom('throttle').execute();
      const prepared: { customer: SwapCustomer; swap: PreparedSwap }[] = [];
      for (const customer of customers) {
        // oxlint-disable-next-line no-await-in-loop -- before the measuring
        const swap = await prepareSwap(services, customer.at(baseUrl), ask);
        if (!swap) throw new Error('A swap was not to be had');
        prepared.push({ customer, swap });
      }
      const begun = performance.now();
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let next = prepared.pop(); next; next = prepared.pop())
            // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
            await submitSwap(next.customer.at(baseUrl), next.swap);
        }),
      );
      const taken = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- until none is left
      while ((await countUnsettled(services)) > 0) await pass(5);
      return {
        'swaps submitted over HTTP': (many * 1000) / (taken - begun),
        'swaps submitted over HTTP and settled': (many * 1000) / (performance.now() - begun),
      };
    },
    async close() {
      await server.stop();
      await close();
    },
  };
}
