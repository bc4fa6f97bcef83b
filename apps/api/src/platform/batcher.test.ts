import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fulfillAll, type Settle, createBatcher } from './batcher.ts';

/** An `execute` function whose batches finish only when `end` is called. */
function held() {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  return {
    batches,
    end: () => ends.shift()?.(),
    execute: async (items: string[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      return fulfillAll(items.map((item) => item.toUpperCase()));
    },
  };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const turns = async (): Promise<void> => {
  await turn();
  await turn();
};

test('a single item starts at once, and items that arrive during its batch form the next batch', async () => {
  const { batches, end, execute } = held();
  const ask = createBatcher({ execute, maxBatchSize: 10, concurrency: 1 });
  const first = ask('a');
  await turns();
  const others = [ask('b'), ask('c')];
  await turns();
  expect(batches).toEqual([['a']]);
  end();
  expect(await first).toBe('A');
  await turns();
  expect(batches).toEqual([['a'], ['b', 'c']]);
  end();
  expect(await Promise.all(others)).toEqual(['B', 'C']);
});

test('a batch has at most maxBatchSize items, and at most `concurrency` batches run at the same time', async () => {
  const { batches, end, execute } = held();
  const ask = createBatcher({ execute, maxBatchSize: 2, concurrency: 2 });
  const all = ['a', 'b', 'c', 'd', 'e'].map(ask);
  await turns();
  expect(batches).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  end();
  end();
  await turns();
  expect(batches[2]).toEqual(['e']);
  end();
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('another batch starts once as many items wait as are in progress, or when a batch ends', async () => {
  const { batches, end, execute } = held();
  const ask = createBatcher({ execute, maxBatchSize: 10, concurrency: 3 });
  const first = ['a', 'b', 'c'].map(ask);
  await turns();
  const others = ['d', 'e'].map(ask);
  await turns();
  expect(batches).toEqual([['a', 'b', 'c']]);
  others.push(ask('f'));
  await turns();
  expect(batches[1]).toEqual(['d', 'e', 'f']);
  const last = ask('g');
  await turns();
  end();
  end();
  await turns();
  expect(batches[2]).toEqual(['g']);
  end();
  expect(await Promise.all([...first, ...others, last])).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
});

test('two items with the same key run one after the other, even if the concurrency allows more batches', async () => {
  const { batches, end, execute } = held();
  const ask = createBatcher({ execute, maxBatchSize: 10, concurrency: 5, keyOf: (item: string) => item.charAt(0) });
  const all = ['a1', 'a2', 'b1'].map(ask);
  await turns();
  expect(batches).toEqual([['a1', 'b1']]);
  const late = ask('b2');
  await turns();
  expect(batches).toHaveLength(1);
  end();
  await turns();
  expect(batches[1]).toEqual(['a2', 'b2']);
  end();
  expect(await Promise.all([...all, late])).toEqual(['A1', 'A2', 'B1', 'B2']);
});

test('each item gets its own result, and an error of a batch rejects only the items of that batch', async () => {
  let isBroken = false;
  const ask = createBatcher<string, string>({
    execute: async (items) => {
      if (isBroken) throw new Error('all');
      return items.map((item): Settle<string> => () => {
        if (item === 'bad') throw new Error('bad');
        return item;
      });
    },
    maxBatchSize: 10,
    concurrency: 1,
  });
  const [good, bad] = await Promise.allSettled([ask('good'), ask('bad')]);
  expect(good).toEqual({ status: 'fulfilled', value: 'good' });
  expect(bad).toEqual({ status: 'rejected', reason: new Error('bad') });
  isBroken = true;
  await expect(Promise.allSettled([ask('x'), ask('y')])).resolves.toEqual(
    ['x', 'y'].map(() => ({ status: 'rejected', reason: new Error('all') })),
  );
  isBroken = false;
  await expect(ask('z')).resolves.toBe('z');
});

test('an item that continues alone delays neither other items nor batches, and holds its key until it ends', async () => {
  const batches: string[][] = [];
  let finish = (): void => {};
  const slow = new Promise<string>((resolve) => (finish = () => resolve('slow')));
  const ask = createBatcher<string, string>({
    execute: async (items) => {
      batches.push(items);
      return items.map((item) => () => (item === 'slow 1' ? slow : item));
    },
    maxBatchSize: 10,
    concurrency: 1,
    keyOf: (item) => item.split(' ')[0] ?? '',
  });
  const first = ask('slow 1');
  await expect(ask('quick 1')).resolves.toBe('quick 1');
  const second = ask('slow 2');
  await expect(ask('quick 2')).resolves.toBe('quick 2');
  expect(batches).toEqual([['slow 1', 'quick 1'], ['quick 2']]);
  finish();
  expect(await first).toBe('slow');
  expect(await second).toBe('slow 2');
});

test('for any order of arrivals, each item gets its own result once, and no key is in progress twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), after: fc.nat(3) }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (asked, maxBatchSize, concurrency) => {
        const underWay: string[] = [];
        let running = 0;
        const ask = createBatcher<{ name: string; index: number }, number>({
          execute: async (items) => {
            expect(items.length).toBeLessThanOrEqual(maxBatchSize);
            expect((running += 1)).toBeLessThanOrEqual(concurrency);
            for (const { name } of items) expect(underWay).not.toContain(name);
            underWay.push(...items.map(({ name }) => name));
            await turn();
            for (const { name } of items) underWay.splice(underWay.indexOf(name), 1);
            running -= 1;
            return fulfillAll(items.map(({ index }) => index));
          },
          maxBatchSize,
          concurrency,
          keyOf: ({ name }) => name,
        });
        const answers: Promise<number>[] = [];
        for (const [index, { name, after }] of asked.entries()) {
          for (let passed = 0; passed < after; passed += 1) await turn();
          answers.push(ask({ name, index }));
        }
        expect(await Promise.all(answers)).toEqual(asked.map((_, index) => index));
      },
    ),
    { numRuns: 50 },
  );
});
