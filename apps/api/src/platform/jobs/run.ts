import { forEachSettled } from '../for-each-settled.ts';

/** One run of a queue, passed to its job. */
export interface QueueRun {
  /** The only network to work on. @default all */
  networkId?: number;
  /** The only bank to work on. @default all */
  partnerId?: string;
  /** Checked between rows. The next run processes the remaining rows. */
  isStopping(): boolean;
  /** Excludes rows that wait for their next attempt, and dead letters. */
  eligible<Item>(items: readonly Item[], idOf: (item: Item) => string): Promise<Item[]>;
  /**
   * Processes each row. A failed row does not stop the others.
   *
   * @throws if any row failed or was excluded
   */
  forEach<Item>(
    items: readonly Item[],
    idOf: (item: Item) => string,
    work: (item: Item) => Promise<unknown>,
  ): Promise<void>;
  /** Records a failed attempt, for rows that have their own due time. */
  failed(itemId: string, error: unknown, attempts: number): Promise<void>;
  /** Deletes the earlier failures of an item. */
  succeeded(itemId: string): Promise<void>;
}

/** Processes all rows sequentially, including rows that failed before. */
export const everything: QueueRun = {
  isStopping: () => false,
  eligible: async (items) => [...items],
  forEach: (items, _, work) => forEachSettled(items, work),
  failed: async () => {},
  succeeded: async () => {},
};
