import pLimit from 'p-limit';
import { AppError } from './errors/app-error.ts';

/**
 * Limits expensive work that anonymous callers can cause: `concurrency` items run, and at most `maxQueued` wait.
 *
 * @returns a function that runs work; throws AppError SERVICE_UNAVAILABLE if the queue is full
 */
export function createSemaphore({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  const limit = pLimit(concurrency);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxQueued) throw new AppError('SERVICE_UNAVAILABLE');
    return limit(work);
  };
}
