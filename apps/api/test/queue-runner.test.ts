import { afterAll, describe, expect, test } from 'vitest';
import { listAlerts } from '../src/platform/alerts/alerts.ts';
import { backoffMs } from '../src/platform/jobs/backoff.ts';
import { mostAttempts, mostQueueAttempts, ofItem } from '../src/platform/jobs/failures.ts';
import { createLeases, leaseMs } from '../src/platform/jobs/leases.ts';
import type { Queue } from '../src/platform/jobs/queue.ts';
import { findDueQueues } from '../src/composition/due-queues.ts';
import { createRunner } from '../src/platform/jobs/runner.ts';
import type { QueueRun } from '../src/platform/jobs/run.ts';
import { createDemoDatabase, eventually, startNode } from '../testing/harness.ts';
import { countStatements } from '../testing/count-statements.ts';
import { operatorOf } from '../testing/operator.ts';

const node = await startNode(await createDemoDatabase(), { sandboxPace: 'instant' });
afterAll(() => node[Symbol.asyncDispose]());
const { services } = node.server;
const { db } = services;

describe('a queue', () => {
  let time = Date.UTC(2027, 0, 1);
  const own = { ...services, clock: { now: () => new Date(time) } };
  let count = 0;
  const queueOf = (run: (run: QueueRun) => Promise<unknown>, more: Partial<Queue> = {}): Queue => ({
    name: `test-${(count += 1)}`,
    due: 'none',
    pollMs: 1000,
    guard: 'lease',
    parallelRuns: 1,
    parallelRows: 2,
    run,
    ...more,
  });
  const runnerOf = (queue: Queue, random = () => 1) =>
    createRunner(own, { queues: [queue], findDue: findDueQueues, random });
  const same = (item: string): string => item;
  const reached = (condition: () => boolean): Promise<true> =>
    eventually(async () => {
      await db.selectFrom('clock').selectAll().execute();
      return condition() ? true : undefined;
    });

  test('of a dead node is taken over once its lease has expired, and not earlier', async () => {
    const started: string[] = [];
    const queue = queueOf(() => Promise.resolve());
    const nodeOf = (name: string) =>
      runnerOf({
        ...queue,
        async run({ isStopping }) {
          started.push(name);
          if (name === 'dying') await eventually(async () => (isStopping() ? true : undefined));
        },
      });
    const dying = nodeOf('dying');
    const surviving = nodeOf('surviving');
    await dying.look('arrivals');
    await surviving.look('arrivals');
    await surviving.idle();
    time += leaseMs - 1;
    await surviving.look('arrivals');
    await surviving.idle();
    expect(started).toEqual(['dying']);
    time += 1;
    await surviving.look('arrivals');
    await surviving.idle();
    expect(started).toEqual(['dying', 'surviving']);
    // The first node is still alive. It notices the lost lease and starts no other row.
    await dying.look('due');
    await dying.idle();
  });

  test('is free after its release, even if its lease is renewed at the same time', async () => {
    const { name } = queueOf(() => Promise.resolve());
    const [one, another] = [createLeases(db, own.clock, 'one'), createLeases(db, own.clock, 'another')];
    await one.acquire([{ queue: name, isPolled: false }]);
    await one.release(name);
    expect(await one.renew([name])).toEqual(new Set());
    expect(await another.acquire([{ queue: name, isPolled: false }])).toEqual(new Set([name]));
  });

  test('shares its statements with queues that are polled together', async () => {
    const statementsOf = async (queues: number): Promise<number> => {
      const counted = countStatements(db);
      let runs = 0;
      const polled = Array.from({ length: queues }, () => queueOf(async () => (runs += 1)));
      const runner = createRunner({ ...own, db: counted.db }, { queues: polled, findDue: async () => new Set() });
      await runner.look('arrivals');
      await runner.idle();
      expect(runs).toBe(queues);
      return counted.statements();
    };
    expect(await statementsOf(40)).toBe(await statementsOf(1));
  });

  test('that is notified during a run runs once more', async () => {
    let finish = (): void => {};
    let runs = 0;
    const runner = runnerOf(
      queueOf(() => {
        runs += 1;
        return new Promise<void>((resume) => (finish = resume));
      }),
    );
    await runner.look('arrivals');
    await reached(() => runs === 1);
    await runner.look('arrivals');
    await runner.look('arrivals');
    expect(runs).toBe(1);
    finish();
    await reached(() => runs === 2);
    finish();
    await runner.idle();
    expect(runs).toBe(2);
  });

  test('keeps its lease as long as its node renews it', async () => {
    let finish = (): void => {};
    let runs = 0;
    const queue = queueOf(() => {
      runs += 1;
      return new Promise<void>((resume) => (finish = resume));
    });
    const [one, another] = [runnerOf(queue), runnerOf(queue)];
    await one.look('arrivals');
    for (let index = 0; index < 4; index += 1) {
      time += leaseMs * 0.6;
      await one.look('due');
      await another.look('arrivals');
    }
    expect(runs).toBe(1);
    finish();
    await Promise.all([one.idle(), another.idle()]);
  });

  test('retries a failing row with growing back-off, and processes the other rows', async () => {
    const tried: string[] = [];
    const draws = [0.5, 0, 0.25];
    const used = [...draws];
    const queue = queueOf((run) =>
      run.forEach(['good', 'bad', 'better'], same, async (item) => {
        tried.push(item);
        if (item === 'bad') throw new Error('always');
      }),
    );
    const runner = runnerOf(queue, () => used.shift() ?? 1);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= draws.length; attempt += 1) {
      tried.length = 0;
      await runner.look('arrivals');
      await runner.idle();
      expect(tried.toSorted()).toEqual(['bad', 'better', 'good']);
      const { retry_at: retryAt } = await db
        .selectFrom('job_failure')
        .select('retry_at')
        .where('queue', '=', queue.name)
        .executeTakeFirstOrThrow();
      waits.push(retryAt.getTime() - time);
      time = retryAt.getTime() - 1;
      tried.length = 0;
      await runner.look('arrivals');
      await runner.idle();
      expect(tried.toSorted()).toEqual(['better', 'good']);
      time += 1;
    }
    expect(waits).toEqual(draws.map((draw, index) => backoffMs(index + 1, ofItem, () => draw)));
  });

  test('stores a row that always fails as a dead letter, which operators see and retry', async () => {
    let isMended = false;
    let tries = 0;
    const queue = queueOf((run) =>
      run.forEach(['ctx_poison'], same, async () => {
        tries += 1;
        if (!isMended) throw new TypeError('always');
      }),
    );
    const runner = runnerOf(queue);
    const pass = async (): Promise<void> => {
      time += 3_600_000;
      await runner.look('arrivals');
      await runner.idle();
    };
    for (let attempt = 0; attempt < mostAttempts + 3; attempt += 1) await pass();
    expect(tries).toBe(mostAttempts);
    const letter = `${queue.name}/ctx_poison`;
    expect(await operatorOf(own)('queue')).toContain(`retry ${letter}`);

    isMended = true;
    await operatorOf(own)('retry', letter);
    await pass();
    expect(tries).toBe(mostAttempts + 1);
    expect((await listAlerts(db)).map(({ entityId }) => entityId)).not.toContain(letter);
    await expect(operatorOf(own)('retry', letter)).rejects.toThrow(`There is no dead letter ${letter}`);
  });

  test('that cannot find its rows backs off as a whole, and resumes when it can', async () => {
    let isBroken = true;
    let runs = 0;
    const queue = queueOf(async () => {
      runs += 1;
      if (isBroken) throw new Error('no rows');
    });
    const runner = runnerOf(queue);
    const look = async (): Promise<void> => {
      await runner.look('arrivals');
      await runner.idle();
    };
    await look();
    await look();
    expect(runs).toBe(1);
    time += 60_000;
    isBroken = false;
    await look();
    await look();
    expect(runs).toBe(3);
  });

  test('that fails as a whole for minutes raises an alert until a run completes', async () => {
    let isBroken = true;
    const queue = queueOf(async () => {
      if (isBroken) throw new Error('no rows');
    });
    const runner = runnerOf(queue);
    const failing = async () => (await listAlerts(db)).filter(({ kind }) => kind === 'queue-failing');
    for (let attempts = 1; attempts < mostQueueAttempts; attempts += 1) {
      await runner.look('arrivals');
      await runner.idle();
      time += 60_000;
    }
    expect(await failing()).toEqual([]);
    await runner.look('arrivals');
    await runner.idle();
    expect(await failing()).toMatchObject([{ entityId: queue.name, details: { error: 'Error' } }]);
    time += 60_000;
    isBroken = false;
    await runner.look('arrivals');
    await runner.idle();
    expect(await failing()).toEqual([]);
  });

  test('that stops finishes its current row and starts no other', async () => {
    const tried: string[] = [];
    let finish = (): void => {};
    const queue = queueOf(
      (run) =>
        run.forEach(['first', 'second'], same, (item) => {
          tried.push(item);
          return new Promise<void>((resume) => (finish = resume));
        }),
      { parallelRows: 1 },
    );
    const runner = runnerOf(queue);
    await runner.look('arrivals');
    await eventually(async () => (tried.length > 0 ? true : undefined));
    runner.stop();
    finish();
    await runner.idle();
    expect(tried).toEqual(['first']);
  });
});
