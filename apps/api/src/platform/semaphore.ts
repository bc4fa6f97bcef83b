import pLimit from 'p-limit';
import { AppError } from './errors/app-error.ts';

/**
 * Bounds expensive work that strangers can cause: `concurrency` at a time, and `maxQueued` behind them.
 *
 * @returns runs work; throws AppError SERVICE_UNAVAILABLE if the queue is full
 */
export function createSemaphore({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  const limit = pLimit(concurrency);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxQueued) throw new AppError('SERVICE_UNAVAILABLE');
    return limit(work);
  };
}
