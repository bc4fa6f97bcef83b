import { AppError } from '../errors/app-error.ts';

/** The share that work counts against. */
export interface QueueShare {
  /** Key of the share, e.g. an address. */
  key: string;
  /** Whether the share may use reserved places: no other caller can claim its key. */
  hasReserve?: boolean;
}

export interface FairQueueOptions {
  concurrency: number;
  /** Maximum number of waiting items. */
  maxWaiting: number;
  /** Number of these places that only shares with a reserve may use. */
  reserved: number;
  /** Maximum number of waiting and running items of one share. */
  maxPerShare: number;
  /** An item that has waited longer is rejected when its turn comes. */
  maxWaitMs: number;
  /** A monotonic time in milliseconds. @default performance.now */
  now?: () => number;
}

interface Waiting {
  since: number;
  start(): void;
  refuse(reason: AppError): void;
}

/**
 * Runs expensive work with limited concurrency, one item per share in turn. If the queue is full, the largest share
 * gives up its last place to a smaller share, so that a caller with many requests delays only itself.
 *
 * @returns a function that runs work; throws AppError TOO_MANY_REQUESTS beyond the share, SERVICE_UNAVAILABLE if the
 * queue is full or the wait is too long
 */
export function createFairQueue(options: FairQueueOptions) {
  const { concurrency, maxWaiting, reserved, maxPerShare, maxWaitMs, now = () => performance.now() } = options;
  /** Number of waiting and running items by share. */
  const counts = new Map<string, number>();
  /** Waiting items by share, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>();
  let running = 0;
  let waitingCount = 0;

  function takeNext(): Waiting | undefined {
    for (const [key, [next, ...rest]] of waiting) {
      waiting.delete(key);
      if (rest.length > 0) waiting.set(key, rest);
      if (next) waitingCount -= 1;
      return next;
    }
    return undefined;
  }

  function startNext(): void {
    while (running < concurrency) {
      const next = takeNext();
      if (!next) return;
      if (now() - next.since > maxWaitMs) next.refuse(new AppError('SERVICE_UNAVAILABLE'));
      else {
        running += 1;
        next.start();
      }
    }
  }

  /** Removes the last item of the largest share, unless the shares would only swap sizes. */
  function displaceFor(key: string): boolean {
    const [largest] = [...waiting].toSorted(([, a], [, b]) => b.length - a.length);
    if (!largest || largest[1].length <= (waiting.get(key)?.length ?? 0) + 1) return false;
    largest[1].pop()?.refuse(new AppError('TOO_MANY_REQUESTS'));
    waitingCount -= 1;
    return true;
  }

  /** Resolves when the item's turn comes. */
  function waitForTurn({ key, hasReserve = false }: QueueShare): Promise<void> {
    const isFull = waitingCount >= (hasReserve ? maxWaiting : maxWaiting - reserved);
    if (isFull && !displaceFor(key)) throw new AppError('SERVICE_UNAVAILABLE');
    waitingCount += 1;
    return new Promise((resolve, reject) => {
      waiting.set(key, [...(waiting.get(key) ?? []), { since: now(), start: resolve, refuse: reject }]);
      startNext();
    });
  }

  return async <T>(share: QueueShare, work: () => Promise<T>): Promise<T> => {
    const { key } = share;
    const count = counts.get(key) ?? 0;
    if (count >= maxPerShare) throw new AppError('TOO_MANY_REQUESTS');
    counts.set(key, count + 1);
    try {
      await waitForTurn(share);
      try {
        return await work();
      } finally {
        running -= 1;
      }
    } finally {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
      startNext();
    }
  };
}
