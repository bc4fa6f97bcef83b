import { describe, expect, test } from 'vitest';
import { createFairQueue, type FairQueueOptions, type QueueShare } from './fair-queue.ts';

/** A queue whose work the test ends, with a clock that the test controls. */
function queueOf(options: Partial<FairQueueOptions> = {}) {
  const clock = { now: 0 };
  const run = createFairQueue({
    concurrency: 1,
    maxWaiting: 10,
    reserved: 2,
    maxPerShare: 4,
    maxWaitMs: 5000,
    now: () => clock.now,
    ...options,
  });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string, share: QueueShare): Promise<string> =>
    run(share, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    }).catch((error: { errorName: string }) => error.errorName);
  /** Ends running work one item after the other, until none is left. */
  const finish = async (all: Promise<string>[]): Promise<string[]> => {
    const outcomes = Promise.all(all);
    const state = { isDone: false };
    void outcomes.then(() => (state.isDone = true));
    while (!state.isDone) {
      ends.shift()?.();
      await new Promise((resume) => setImmediate(resume));
    }
    return outcomes;
  };
  return { clock, begin, started, finish };
}

describe('work of many callers that waits', () => {
  test('is processed in turn, one item per caller (control 3)', async () => {
    const { begin, started, finish } = queueOf();
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    await finish(names.map((name) => begin(name, { key: name.slice(0, 1) })));
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('is rejected beyond the share of its caller, and accepted again when that caller’s work ends (control 3)', async () => {
    const { begin, finish } = queueOf();
    const all = Array.from({ length: 6 }, (_, index) => begin(`a${index}`, { key: 'a' }));
    expect((await finish([...all, begin('b', { key: 'b' })])).slice(4)).toEqual([
      'TOO_MANY_REQUESTS',
      'TOO_MANY_REQUESTS',
      'b',
    ]);
    expect(await finish([begin('a again', { key: 'a' })])).toEqual(['a again']);
  });

  test('loses a place of the largest share to a smaller share if the queue is full (control 3)', async () => {
    const { begin, started, finish } = queueOf({ maxPerShare: 20 });
    const flood = Array.from({ length: 12 }, (_, index) => begin(`a${index}`, { key: 'a' }));
    const outcomes = await finish([...flood, begin('b', { key: 'b' })]);
    // One runs and eight wait; the last waiting one is displaced.
    expect(outcomes.slice(8)).toEqual([
      'TOO_MANY_REQUESTS',
      'SERVICE_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
      'b',
    ]);
    expect(started.indexOf('b')).toBe(2);
  });

  test('leaves reserved places to callers with a key that no other caller can claim (control 3)', async () => {
    const { begin, finish } = queueOf();
    const strangers = Array.from({ length: 12 }, (_, index) => begin(`s${index}`, { key: `s${index}` }));
    const known = Array.from({ length: 3 }, (_, index) => begin(`k${index}`, { key: `k${index}`, hasReserve: true }));
    const outcomes = await finish([...strangers, ...known]);
    // One runs, and eight wait in places that are not reserved.
    expect(outcomes.slice(0, 12).filter((outcome) => outcome === 'SERVICE_UNAVAILABLE')).toHaveLength(3);
    expect(outcomes.slice(12)).toEqual(['k0', 'k1', 'SERVICE_UNAVAILABLE']);
  });

  test('is rejected if it has waited longer than the limit (control 3)', async () => {
    const { clock, begin, started, finish } = queueOf();
    const all = [begin('a', { key: 'a' }), begin('b', { key: 'b' })];
    clock.now = 5001;
    expect(await finish(all)).toEqual(['a', 'SERVICE_UNAVAILABLE']);
    expect(started).toEqual(['a']);
    expect(await finish([begin('c', { key: 'c' })])).toEqual(['c']);
  });
});
