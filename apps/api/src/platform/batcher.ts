/** Settles one item of a batch: returns its result, throws its error, or starts work for this item alone. */
export type Settle<Result> = () => Result | Promise<Result>;

export interface BatcherOptions<Item, Result> {
  /** Executes a batch. Returns one function for each item, in the same order. An error rejects the whole batch. */
  execute(items: Item[]): Promise<Settle<Result>[]>;
  maxBatchSize: number;
  /**
   * Maximum number of batches in progress. Another batch starts only when as many items wait as are in progress.
   * Starting a batch for each arrival would create batches of one to three items, which save nothing.
   */
  concurrency: number;
  /** Two items with the same key are never in progress at the same time. */
  keyOf?(item: Item): string;
}

interface QueuedItem<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/**
 * Collects items that arrive while a batch is in progress and executes them together, so that they share statements
 * and a commit. An item that arrives alone starts at once.
 *
 * DataLoader does not fit: it dispatches on each tick without limit or back-pressure, caches by key, can't serialize
 * the items of one customer, and can't let an item continue alone after its batch.
 */
export function createBatcher<Item, Result>({
  execute,
  maxBatchSize,
  concurrency,
  keyOf,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let queue: QueuedItem<Item, Result>[] = [];
  const keysInProgress = new Set<string>();
  let batchesInProgress = 0;
  let itemsInProgress = 0;
  let isScheduled = false;

  /** Starts batches after the current turn of the event loop, so that items from the same packets share a batch. */
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      startBatches();
    });
  }

  function startBatches(): void {
    while (
      batchesInProgress < concurrency &&
      queue.length > 0 &&
      queue.length >= Math.min(maxBatchSize, itemsInProgress)
    ) {
      const batch = takeBatch();
      if (batch.length === 0) return;
      batchesInProgress += 1;
      itemsInProgress += batch.length;
      void run(batch);
    }
  }

  function takeBatch(): QueuedItem<Item, Result>[] {
    const batch: QueuedItem<Item, Result>[] = [];
    queue = queue.filter((each) => {
      const key = keyOf?.(each.item);
      if (batch.length === maxBatchSize || (key !== undefined && keysInProgress.has(key))) return true;
      if (key !== undefined) keysInProgress.add(key);
      batch.push(each);
      return false;
    });
    return batch;
  }

  async function run(batch: QueuedItem<Item, Result>[]): Promise<void> {
    const settles = await execute(batch.map(({ item }) => item)).catch((error: unknown) =>
      batch.map(() => (): Result => {
        throw error;
      }),
    );
    batchesInProgress -= 1;
    itemsInProgress -= batch.length;
    batch.forEach((each, index) => void settle(each, settles[index]));
    if (queue.length > 0) schedule();
  }

  async function settle(
    { item, resolve, reject }: QueuedItem<Item, Result>,
    settleItem: Settle<Result> | undefined,
  ): Promise<void> {
    try {
      if (!settleItem) throw new Error('The batch returned no result for one of its items');
      resolve(await settleItem());
    } catch (error) {
      reject(error);
    }
    if (!keyOf) return;
    keysInProgress.delete(keyOf(item));
    if (queue.length > 0) schedule();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      schedule();
    });
}

/** Settles every item of a batch with its result. */
export function fulfillAll<Result>(results: readonly Result[]): Settle<Result>[] {
  return results.map((result) => () => result);
}
