import { forEachSettled } from '../for-each-settled.ts';

/** What is done of a concern in one run of its queue. */
export interface QueueRun {
  /** Only this network; absent: all. */
  networkId?: number;
  /** Only this bank; absent: all. */
  partnerId?: string;
  /** Asked between two rows: what is not done is left for the next run. */
  isStopping(): boolean;
  /** Leaves out rows that wait for their next attempt, and dead letters. */
  eligible<Item>(items: readonly Item[], idOf: (item: Item) => string): Promise<Item[]>;
  /**
   * Works on each row; one that fails keeps none of the others from its turn.
   *
   * @throws where any row failed or was left out
   */
  forEach<Item>(
    items: readonly Item[],
    idOf: (item: Item) => string,
    work: (item: Item) => Promise<unknown>,
  ): Promise<void>;
  /** Records an attempt that failed, for rows that keep their own due time. */
  failed(itemId: string, error: unknown, attempts: number): Promise<void>;
  /** Forgets what failed before. */
  succeeded(itemId: string): Promise<void>;
}

/** Everything of a concern, one row after the other, whatever failed before. */
export const everything: QueueRun = {
  isStopping: () => false,
  eligible: async (items) => [...items],
  forEach: (items, _, work) => forEachSettled(items, work),
  failed: async () => {},
  succeeded: async () => {},
};
