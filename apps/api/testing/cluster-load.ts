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

// Customers who swap without end through a cluster, as its load balancer and its database stand: what they were answered is the truth that
// the database is compared with.

const asked = { payCurrency: 'WUSD', receiveCurrency: 'USD', payAmount: '20.00' } as const;
/** How long somebody looks at an error before they press again. */
const secondPressMs = 3000;
const pollMs = 500;

/** One payment that was acknowledged. */
export interface Placed {
  id: string;
  quoteId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** How often the customer was shown an error and pressed again, after the retries of the SDK. */
  errors: number;
}

export interface ClusterLoad {
  placed: readonly Placed[];
  /** The sentence of each error that a customer was shown. */
  shown: readonly string[];
  /** What ended a driver that met an answer it can't explain. */
  failure(): unknown;
  start(): void;
  /** Ends the load, once each customer has an answer to the last payment. @throws the first unexpected answer */
  pause(): Promise<void>;
  /** Differences between what was acknowledged and what is in the database, and those of `reconcile`. Empty is none. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/** The longest time between two payments that were acknowledged, in milliseconds. @param from,to milliseconds since 1970 */
export function longestPause(placed: readonly Pick<Placed, 'at'>[], from: number, to: number): number {
  const times = [from, ...placed.map(({ at }) => at).filter((at) => at > from && at < to), to];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

/** Payments that are in one list and not in the other, or twice in the database. */
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

/** @param databaseUrl of the owner, through the proxy @param baseUrl of the API, through the load balancer @param drivers customers at once */
export async function openClusterLoad(databaseUrl: string, baseUrl: string, drivers: number): Promise<ClusterLoad> {
  const { services, close } = await openSwaps(databaseUrl);
  const customers: SwapCustomer[] = [];
  for (let index = 0; index < drivers; index += 1) customers.push(await createSwapCustomer(services, index));
  const placed: Placed[] = [];
  const shown: string[] = [];
  let failure: unknown;
  let over = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** What this process does to the database beside the servers is not what is judged: it is done when it can be. */
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
        // That answer says that nothing was done; an order of the quote would be found by the check.
        return error instanceof ApiError && error.is('INTENT_EXPIRED') ? 'anew' : 'again';
      },
    });
  };
  /** Limits on what one address may ask are not what is driven here. */
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
