import { ApiError } from '@wusd/api-sdk';
import type { Services } from '../src/domains/services.ts';
import { createSwapCustomer, prepareSwap, type SwapCustomer, swapUntilOver } from './swap-customers.ts';

const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;

export interface SwapLoad {
  /** Ids of acknowledged orders and of their quotes. */
  placed: readonly { id: string; quoteId: string }[];
  /**
   * Returns the number of calls that were answered with 503 in the envelope, the only expected error, which is
   * retried.
   */
  unavailable(): number;
  /** Ends the load after each driver has an answer to its last submission. @throws the first unexpected answer */
  stop(): Promise<void>;
}

/**
 * Starts customers who swap repeatedly until they are stopped, and repeat each submission until it is answered.
 *
 * @param fetch transport of their calls
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
