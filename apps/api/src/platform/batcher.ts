/** How one of many went: called once, it answers, throws, or has yet to go on by itself. */
export type Settle<Result> = () => Result | Promise<Result>;

export interface BatcherOptions<Item, Result> {
  /** Does them all, and says of each how it went, in their order. What it throws itself, all are told. */
  execute(items: Item[]): Promise<Settle<Result>[]>;
  /** How many it does at once. */
  maxBatchSize: number;
  /**
   * How many times over it may be under way; what goes on by itself is no longer counted. Another is begun beside those under way for as
   * many as they are together: a few at once, again and again, would share nothing.
   */
  concurrency: number;
  /** Two of the same name are never under way at once. */
  keyOf?(item: Item): string;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/**
 * Does together what arrives together. Whoever comes alone waits for nobody; the more come meanwhile, the more share what each
 * would otherwise have to itself: a statement, a commit.
 */
export function createBatcher<Item, Result>({
  execute,
  maxBatchSize,
  concurrency,
  keyOf,
}: BatcherOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  const underWay = new Set<string>();
  let running = 0;
  /** How many are in those that run. */
  let inLanes = 0;
  let isAwaited = false;

  /** After this turn of the event loop: what came with the same packets goes with the same batch. */
  function beginSoon(): void {
    if (isAwaited) return;
    isAwaited = true;
    setImmediate(() => {
      isAwaited = false;
      begin();
    });
  }

  function begin(): void {
    while (running < concurrency && waiting.length > 0 && waiting.length >= Math.min(maxBatchSize, inLanes)) {
      const batch = take();
      if (batch.length === 0) return;
      running += 1;
      inLanes += batch.length;
      void carryOut(batch);
    }
  }

  function take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    waiting = waiting.filter((each) => {
      const name = keyOf?.(each.item);
      if (batch.length === maxBatchSize || (name !== undefined && underWay.has(name))) return true;
      if (name !== undefined) underWay.add(name);
      batch.push(each);
      return false;
    });
    return batch;
  }

  async function carryOut(batch: Waiting<Item, Result>[]): Promise<void> {
    const outcomes = await execute(batch.map(({ item }) => item)).catch((error: unknown) =>
      batch.map(() => (): Result => {
        throw error;
      }),
    );
    running -= 1;
    inLanes -= batch.length;
    batch.forEach((each, index) => void end(each, outcomes[index]));
    if (waiting.length > 0) beginSoon();
  }

  async function end({ item, resolve, reject }: Waiting<Item, Result>, outcome: Settle<Result> | undefined) {
    try {
      if (!outcome) throw new Error('Nothing was said of one that was done with others');
      resolve(await outcome());
    } catch (error) {
      reject(error);
    }
    if (!keyOf) return;
    underWay.delete(keyOf(item));
    if (waiting.length > 0) beginSoon();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      beginSoon();
    });
}

/** Of work that goes well for all. */
export function fulfillAll<Result>(results: readonly Result[]): Settle<Result>[] {
  return results.map((result) => () => result);
}
