import { setTimeout as pass } from 'node:timers/promises';
import { ApiError, WalletError } from '@wusd/api-sdk';
import { settleOrders } from '../src/domains/exchange/otc/settle.ts';
import { reconcile } from '../src/domains/operations/reconcile.ts';
import { rollUp } from '../src/ledger/roll-up.ts';
import {
  createSwapCustomer,
  initialTotals,
  openSwaps,
  prepareSwap,
  readTotals,
  type SwapCustomer,
  swapUntilOver,
} from './swap-customers.ts';

// Simulates customers who swap continuously through a cluster while its load balancer and database fail. The database
// is compared with the answers that customers received.

const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;
/** Time before a customer retries after an error. */
const secondPressMs = 3000;
const pollMs = 500;

/** A payment that the server acknowledged. */
export interface Placed {
  id: string;
  quoteId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Number of errors that the customer saw and retried, after the retries of the SDK. */
  errors: number;
}

export interface ClusterLoad {
  placed: readonly Placed[];
  /** Message of each error that a customer saw. */
  shown: readonly string[];
  /** Returns the error that ended the load because an answer was unexpected. */
  failure(): unknown;
  start(): void;
  /** Ends the load after each customer has an answer to the last payment. @throws the first unexpected answer */
  pause(): Promise<void>;
  /**
   * Returns differences between acknowledged and stored payments, and those of `reconcile`. Empty if there are none.
   */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Returns the longest time between two acknowledged payments, in milliseconds. @param from,to milliseconds since 1970
 */
export function longestPause(placed: readonly Pick<Placed, 'at'>[], from: number, to: number): number {
  const times = [from, ...placed.map(({ at }) => at).filter((at) => at > from && at < to), to];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

/** Returns payments that are in only one of the lists, or twice in the database. */
export function compareOrders(
  placed: readonly Pick<Placed, 'id' | 'quoteId'>[],
  orders: readonly { id: string; quote_id: string }[],
): string[] {
  const acknowledged = new Set(placed.map(({ id, quoteId }) => `${id} ${quoteId}`));
  const stored = new Set(orders.map(({ id, quote_id: quote }) => `${id} ${quote}`));
  const quotes = orders.map(({ quote_id: quote }) => quote);
  return [
    ...[...acknowledged].filter((each) => !stored.has(each)).map((each) => `lost: ${each}`),
    ...[...stored].filter((each) => !acknowledged.has(each)).map((each) => `never acknowledged: ${each}`),
    ...quotes.filter((quote, index) => quotes.indexOf(quote) !== index).map((quote) => `doubled: quote ${quote}`),
  ];
}

/**
 * @param databaseUrl URL of the owner, through the proxy
 * @param baseUrl URL of the API, through the load balancer
 * @param drivers number of concurrent customers
 */
export async function openClusterLoad(databaseUrl: string, baseUrl: string, drivers: number): Promise<ClusterLoad> {
  const { services, close } = await openSwaps(databaseUrl);
  const customers: SwapCustomer[] = [];
  for (let index = 0; index < drivers; index += 1) customers.push(await createSwapCustomer(services, index));
  const placed: Placed[] = [];
  const shown: string[] = [];
  let failure: unknown;
  let over = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** Retries this process's own database work until it succeeds, because it is not part of the test. */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof WalletError || (over.signal.aborted && failure !== undefined)) throw error;
        await pass(pollMs);
      }
    }
  }

  const swap = (customer: SwapCustomer): Promise<void> => {
    const api = customer.at(baseUrl);
    let errors = 0;
    return swapUntilOver(api, {
      over: over.signal,
      prepare: () => patiently(() => prepareSwap(services, api, asked)),
      onPlaced(order) {
        placed.push({ ...order, at: Date.now(), errors });
        errors = 0;
      },
      async onError(error) {
        const isExplained =
          error instanceof WalletError &&
          (!(error instanceof ApiError) || error.is('SERVICE_UNAVAILABLE', 'INTENT_IN_PROGRESS', 'INTENT_EXPIRED'));
        if (!isExplained) throw error;
        errors += 1;
        shown.push(`${new Date().toISOString()} ${error.operation}: ${error.message}`);
        await pass(secondPressMs);
        // INTENT_EXPIRED means that nothing was executed. If the quote has an order nevertheless, the check finds it.
        return error instanceof ApiError && error.is('INTENT_EXPIRED') ? 'anew' : 'again';
      },
    });
  };
  /** Clears the rate limits per address, which are not part of this test. */
  async function liftThrottle(): Promise<void> {
    while (!over.signal.aborted) {
      await services.db
        .deleteFrom('throttle')
        .execute()
        .catch(() => {});
      await pass(pollMs, undefined, { signal: over.signal }).catch(() => {});
    }
  }

  return {
    placed,
    shown,
    failure: () => failure,
    start() {
      over = new AbortController();
      running = Promise.all([...customers.map(swap), liftThrottle()]).catch((error: unknown) => {
        failure ??= error;
        over.abort();
      });
    },
    async pause() {
      over.abort();
      await running;
      if (failure !== undefined) throw failure;
    },
    async check() {
      return patiently(async () => {
        await settleOrders(services);
        await rollUp(services.db);
        const orders = await services.db.selectFrom('otc_order').select(['id', 'quote_id']).execute();
        const [totals, initial] = [await readTotals(services, customers), initialTotals(customers)].map((each) =>
          JSON.stringify(each),
        );
        return [
          ...compareOrders(placed, orders),
          ...(totals === initial ? [] : [`totals: ${totals}, at first ${initial}`]),
          ...(await reconcile(services)).map(String),
        ];
      });
    },
    close,
  };
}
