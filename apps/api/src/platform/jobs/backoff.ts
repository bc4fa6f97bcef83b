export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/**
 * Exponential back-off with jitter: between half of the wait and all of it, so that callers that failed together do not retry together.
 *
 * @param attempts failed attempts so far, at least 1
 * @param random from 0 to 1
 * @returns milliseconds
 */
export function backoffMs(attempts: number, { firstMs, longestMs }: Backoff, random: () => number): number {
  const wait = Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 30));
  return Math.round(wait / 2 + (random() * wait) / 2);
}
