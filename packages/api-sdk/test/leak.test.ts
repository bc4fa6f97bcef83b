import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createWalletClient, TimeoutError } from '../src/index.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A server that never responds, except to an abort. */
const silent = ((_url: string, { signal }: RequestInit) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
  })) as unknown as typeof fetch;
const api = createWalletClient({ baseUrl: 'https://wallet.example/api', fetch: silent });

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

async function heapAfter(work: () => Promise<void>): Promise<number> {
  await work();
  collect();
  return process.memoryUsage().heapUsed;
}

test('ten thousand aborted calls leak no listener, timer or memory', async () => {
  const before = timers();
  const round = async (): Promise<void> => {
    for (let batch = 0; batch < 50; batch += 1) {
      const controllers = Array.from({ length: 100 }, () => new AbortController());
      const calls = controllers.map(({ signal }) => api.walletAccounts.list({ signal }));
      for (const controller of controllers) controller.abort('left');
      const outcomes = await Promise.allSettled(calls);
      expect(controllers.every(({ signal }) => getEventListeners(signal, 'abort').length === 0)).toBe(true);
      expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === 'left')).toBe(true);
    }
  };
  const settled = await heapAfter(round);
  const later = await heapAfter(round);
  expect(timers()).toBe(before);
  expect(later - settled).toBeLessThan(8 * 1024 * 1024);
}, 60_000);

test('ten thousand timed-out calls leave no listener on a shared signal', async () => {
  const page = new AbortController();
  for (let batch = 0; batch < 20; batch += 1) {
    const calls = Array.from({ length: 500 }, () => api.walletAccounts.list({ signal: page.signal, timeoutMs: 0 }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof TimeoutError)).toBe(
      true,
    );
  }
  expect(getEventListeners(page.signal, 'abort')).toEqual([]);
}, 60_000);
