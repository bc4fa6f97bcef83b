import { forEachSettled } from '../for-each-settled.ts';

/** One run of a queue, as its job sees it. */
export interface QueueRun {
  /** The only network to work on. @default all */
  networkId?: number;
  /** The only bank to work on. @default all */
  partnerId?: string;
  /** Checked between rows: the next run does the rest. */
  isStopping(): boolean;
  /** Excludes rows that wait for their next attempt, and dead letters. */
  eligible<Item>(items: readonly Item[], idOf: (item: Item) => string): Promise<Item[]>;
  /**
   * Works on each row. A failing row does not keep the others from their turn.
   *
   * @throws if any row failed or was excluded
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

/** Works on all rows in sequence, whether or not they failed before. */
export const everything: QueueRun = {
  isStopping: () => false,
  eligible: async (items) => [...items],
  forEach: (items, _, work) => forEachSettled(items, work),
  failed: async () => {},
  succeeded: async () => {},
};
