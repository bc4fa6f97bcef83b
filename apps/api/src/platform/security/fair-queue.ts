import { AppError } from '../errors/app-error.ts';

/** The share that work counts against. */
export interface QueueShare {
  /** Shares are counted by this, e.g. an address. */
  key: string;
  /** Whether the share may use reserved places: no other caller can claim its key. */
  hasReserve?: boolean;
}

export interface FairQueueOptions {
  concurrency: number;
  /** Places for work that waits. */
  maxWaiting: number;
  /** How many of them only shares with a reserve may use. */
  reserved: number;
  /** Work of one share that may wait or run at once. */
  maxPerShare: number;
  /** Work that has waited longer is refused when its turn comes. */
  maxWaitMs: number;
  /** Milliseconds from any beginning on. @default performance.now */
  now?: () => number;
}

interface Waiting {
  since: number;
  start(): void;
  refuse(reason: AppError): void;
}

/**
 * Runs expensive work a few at a time, one of each share in turn. If all places are taken, the largest share gives up its last one to a
 * smaller share, so that a caller with many requests delays only itself.
 *
 * @returns runs work; throws AppError TOO_MANY_REQUESTS beyond a share, SERVICE_UNAVAILABLE if no place is free or the wait is too long
 */
export function createFairQueue(options: FairQueueOptions) {
  const { concurrency, maxWaiting, reserved, maxPerShare, maxWaitMs, now = () => performance.now() } = options;
  /** Work that waits or runs, by share. */
  const counts = new Map<string, number>();
  /** Work that waits, by share; the share whose turn is next comes first. */
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

  /** Takes the last place of the largest share, unless that would only make the two change places. */
  function displaceFor(key: string): boolean {
    const [largest] = [...waiting].toSorted(([, a], [, b]) => b.length - a.length);
    if (!largest || largest[1].length <= (waiting.get(key)?.length ?? 0) + 1) return false;
    largest[1].pop()?.refuse(new AppError('TOO_MANY_REQUESTS'));
    waitingCount -= 1;
    return true;
  }

  /** Resolves when it is the share's turn. */
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
