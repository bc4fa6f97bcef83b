import { ApiError } from '@wusd/api-sdk';
import type { Services } from '../src/domains/services.ts';
import { createSwapCustomer, prepareSwap, type SwapCustomer, swapUntilOver } from './swap-customers.ts';

const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;

export interface SwapLoad {
  /** Ids of orders that were answered, and the ids of their quotes. */
  placed: readonly { id: string; quoteId: string }[];
  /** Calls answered with 503 and the envelope: the only refusal that a driver expects, and repeats. */
  unavailable(): number;
  /** Ends the load, once each driver has an answer to its last submission. @throws the first unexpected answer */
  stop(): Promise<void>;
}

/**
 * Customers who swap one after the other until they are stopped, each repeating a submission until it is answered.
 *
 * @param fetch what carries their calls
 */
export async function startSwapLoad(
  services: Services,
  baseUrl: string,
  drivers: number,
  fetch = globalThis.fetch,
): Promise<SwapLoad> {
  const placed: { id: string; quoteId: string }[] = [];
  let unavailable = 0;
  const over = new AbortController();

  const swap = (customer: SwapCustomer): Promise<void> => {
    const api = customer.at(baseUrl, fetch, 0);
    return swapUntilOver(api, {
      over: over.signal,
      prepare: () => prepareSwap(services, api, asked),
      onPlaced: (order) => placed.push(order),
      onError(error) {
        if (!(error instanceof ApiError && error.errorName === 'SERVICE_UNAVAILABLE')) throw error;
        unavailable += 1;
        return 'again';
      },
    });
  };
  const customers = [];
  for (let index = 0; index < drivers; index += 1) customers.push(await createSwapCustomer(services, index));
  const running = Promise.allSettled(customers.map(swap));
  return {
    placed,
    unavailable: () => unavailable,
    async stop() {
      over.abort();
      const failed = (await running).find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}
