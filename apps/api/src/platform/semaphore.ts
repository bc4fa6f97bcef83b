import { AppError } from './errors/app-error.ts';

/**
 * Lets dear work through, a few at a time behind a short queue: what a stranger can ask for must not take the server from others.
 *
 * @returns runs work; throws AppError SERVICE_UNAVAILABLE where the queue is full
 */
export function createSemaphore({ atOnce, waiting: longest }: { atOnce: number; waiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= longest) throw new AppError('SERVICE_UNAVAILABLE');
      await new Promise<void>((resume) => waiting.push(resume));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
