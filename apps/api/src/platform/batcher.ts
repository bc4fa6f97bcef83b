/** How one of many went: called once, it answers, throws, or has yet to go on by itself. */
export type Outcome<Result> = () => Result | Promise<Result>;

export interface Together<Item, Result> {
  /** Does them all, and says of each how it went, in their order. What it throws itself, all are told. */
  work(items: Item[]): Promise<Outcome<Result>[]>;
  /** How many it does at once. */
  atMost: number;
  /**
   * How many times over it may be under way; what goes on by itself is no longer counted. Another is begun beside those under way for as
   * many as they are together: a few at once, again and again, would share nothing.
   */
  lanes: number;
  /** Two of the same name are never under way at once. */
  nameOf?(item: Item): string;
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
export function together<Item, Result>({
  work,
  atMost,
  lanes,
  nameOf,
}: Together<Item, Result>): (item: Item) => Promise<Result> {
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
    while (running < lanes && waiting.length > 0 && waiting.length >= Math.min(atMost, inLanes)) {
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
      const name = nameOf?.(each.item);
      if (batch.length === atMost || (name !== undefined && underWay.has(name))) return true;
      if (name !== undefined) underWay.add(name);
      batch.push(each);
      return false;
    });
    return batch;
  }

  async function carryOut(batch: Waiting<Item, Result>[]): Promise<void> {
    const outcomes = await work(batch.map(({ item }) => item)).catch((error: unknown) =>
      batch.map(() => (): Result => {
        throw error;
      }),
    );
    running -= 1;
    inLanes -= batch.length;
    batch.forEach((each, index) => void end(each, outcomes[index]));
    if (waiting.length > 0) beginSoon();
  }

  async function end({ item, resolve, reject }: Waiting<Item, Result>, outcome: Outcome<Result> | undefined) {
    try {
      if (!outcome) throw new Error('Nothing was said of one that was done with others');
      resolve(await outcome());
    } catch (error) {
      reject(error);
    }
    if (!nameOf) return;
    underWay.delete(nameOf(item));
    if (waiting.length > 0) beginSoon();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      beginSoon();
    });
}

/** Of work that goes well for all. */
export function allDone<Result>(results: readonly Result[]): Outcome<Result>[] {
  return results.map((result) => () => result);
}
