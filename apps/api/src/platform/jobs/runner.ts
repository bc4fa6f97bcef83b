import { randomUUID } from 'node:crypto';
import { metrics, SpanKind } from '@opentelemetry/api';
import { withSpan } from '@wusd/server-kit/telemetry/spans';
import type { PlatformServices } from '../services.ts';
import { isNotTried } from '../errors/gateway-error.ts';
import type { Db } from '../database/database.ts';
import { type BlockedItem, clearFailure, readFailures, readQueueFailures, recordFailure } from './failures.ts';
import { createLeases, leaseMs, type Leases } from './leases.ts';
import type { Queue } from './queue.ts';
import type { QueueRun } from './run.ts';

export interface RunnerOptions {
  queues: readonly Queue[];
  /** Returns the `Queue.due` names of queues that have due rows. */
  findDue(db: Db, now: Date): Promise<ReadonlySet<string>>;
  /** From 0 to 1, for the jitter of retries. @default Math.random */
  random?: () => number;
  /** Name of this node in leases. */
  holder?: string;
}

/**
 * Reason for a check of the queues: the poll every second, rows that may be due, or rows that another queue has just
 * created.
 */
export type Reason = 'poll' | 'arrivals' | 'due' | 'follow-up';

export interface Runner {
  /** Starts a run of each due queue that is not at its limit. Resolves when the runs have started. */
  look(reason: Reason): Promise<void>;
  /** Resolves when no queue is running. */
  idle(): Promise<void>;
  /** Starts no more rows. */
  stop(): void;
}

/** Bucket boundaries of the histogram of run durations, in seconds. */
const runLimits = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 120];

/** Rows failed or were excluded. Each failure is recorded. */
class RowsFailed extends Error {
  override readonly name = 'RowsFailed';
}

interface Running {
  queue: Queue;
  leasedUntil: number;
  isLost: boolean;
}

/**
 * Runs queues independently: a queue that waits for its gateway delays no other. A queue with `guard: 'lease'` runs
 * only on the node that holds its lease.
 */
export function createRunner(
  services: PlatformServices,
  { queues, findDue, random = Math.random, holder = randomUUID() }: RunnerOptions,
): Runner {
  const { db, clock, log } = services;
  const leases: Leases = createLeases(db, clock, holder);
  const running = new Set<Running>();
  const finishing = new Set<Promise<void>>();
  const polledAt = new Map<string, number>();
  /** Queues that were due at the last check. A follow-up starts only queues that have become due since. */
  let lastDue: ReadonlySet<string> = new Set();
  /** Queues that became due while they ran. They run once more. */
  const repeats = new Set<Queue>();
  let isStopped = false;

  const durations = metrics.getMeter('wusd').createHistogram('wusd.queue.run.duration', {
    description: 'Duration of runs of queues',
    unit: 's',
    advice: { explicitBucketBoundaries: runLimits },
  });
  const measured = async (queue: string, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      await withSpan(`queue ${queue}`, { kind: SpanKind.CONSUMER, attributes: { 'wusd.queue': queue } }, work);
      outcome = 'completed';
    } finally {
      durations.record((performance.now() - startedAt) / 1000, { 'wusd.queue': queue, 'wusd.outcome': outcome });
    }
  };

  const countOf = (queue: Queue): number => [...running].filter((each) => each.queue === queue).length;

  /** Checks are sequential: two concurrent checks would start the same queue twice. */
  let looks: Promise<void> = Promise.resolve();
  let isFollowUpWaiting = false;
  const look = (reason: Reason): Promise<void> => {
    const looked = looks.then(() => lookNow(reason));
    looks = looked.catch(() => {});
    return looked;
  };
  /** Queues that end together share one follow-up. */
  const followUp = async (): Promise<void> => {
    if (isFollowUpWaiting) return;
    isFollowUpWaiting = true;
    await looks;
    isFollowUpWaiting = false;
    await look('follow-up');
  };

  async function lookNow(reason: Reason): Promise<void> {
    if (isStopped) return;
    await renewLeases();
    const due = await findDue(db, clock.now());
    const wanted = queues.flatMap((queue) => {
      const isDue = due.has(queue.due) && !(reason === 'follow-up' && lastDue.has(queue.due));
      const isRepeat = countOf(queue) === 0 && repeats.delete(queue);
      if (!isRepeat && !isDue && !isToBePolled(queue, reason)) return [];
      if (countOf(queue) < queue.parallelRuns) return [queue];
      // Rows that arrived after the run began need another run. The poll repeats anyway.
      if (reason !== 'poll') repeats.add(queue);
      return [];
    });
    lastDue = reason === 'follow-up' ? new Set([...lastDue, ...due]) : due;
    // Read before leases are acquired: a lease for a run that can't start would block other nodes.
    const failures = await readQueueFailures(
      db,
      wanted.map(({ name }) => name),
      clock.now(),
    );
    const ready = wanted.filter(({ name }) => failures.get(name)?.isWaiting !== true);
    const leased = await leases.acquire(
      ready
        .filter(({ guard }) => guard === 'lease')
        .map(({ name, due: dueName }) => ({ queue: name, isPolled: reason === 'poll' && !due.has(dueName) })),
    );
    for (const queue of ready)
      if (queue.guard === 'rows' || leased.has(queue.name)) start(queue, failures.get(queue.name));
  }

  function isToBePolled({ name, pollMs }: Queue, reason: Reason): boolean {
    if (pollMs === undefined || reason === 'due' || reason === 'follow-up') return false;
    const now = clock.now().getTime();
    // A queue that is polled every minute keeps its interval, regardless of the reason of the check. A queue that is
    // polled every second runs at each poll.
    if (pollMs > 1000 && now - (polledAt.get(name) ?? 0) < pollMs) return false;
    polledAt.set(name, now);
    return true;
  }

  async function renewLeases(): Promise<void> {
    const half = clock.now().getTime() + leaseMs / 2;
    const short = [...running].filter(({ queue, leasedUntil }) => queue.guard === 'lease' && leasedUntil < half);
    if (short.length === 0) return;
    const kept = await leases.renew(short.map(({ queue }) => queue.name));
    for (const each of short) {
      if (kept.has(each.queue.name)) each.leasedUntil = clock.now().getTime() + leaseMs;
      // Another node holds the lease now. Rows in progress are checked again in their own transactions.
      else each.isLost = true;
    }
  }

  /** @param before failures of the whole queue since its last complete run */
  function start(queue: Queue, before: BlockedItem | undefined): void {
    const own: Running = { queue, leasedUntil: clock.now().getTime() + leaseMs, isLost: false };
    running.add(own);
    const finished = execute(own, before)
      .catch((error: unknown) => log.error({ err: error, queue: queue.name }, 'a queue could not be run'))
      .finally(() => running.delete(own))
      .then(followUp)
      .catch((error: unknown) => log.error({ err: error }, 'due work could not be read'))
      .finally(() => finishing.delete(finished));
    finishing.add(finished);
  }

  async function execute(own: Running, before: BlockedItem | undefined): Promise<void> {
    const { queue } = own;
    try {
      try {
        await measured(queue.name, () => queue.run(runOf(own)));
        if (before) await clearFailure(services, queue.name, '');
      } catch (error) {
        await failedRun(queue, error, before?.attempts ?? 0);
      }
    } finally {
      if (queue.guard === 'lease' && !own.isLost) await leases.release(queue.name);
    }
  }

  /** Records a failure that does not belong to a row: the queue could not even find its rows. */
  async function failedRun(queue: Queue, error: unknown, attempts: number): Promise<void> {
    if (isOnRecord(error) || isNotTried(error)) return;
    const { name, networkId } = queue;
    await recordFailure(services, { queue: name, item: '', error, attempts: attempts + 1, networkId }, random);
  }

  function runOf(own: Running): QueueRun {
    const { queue } = own;
    const { name, networkId, partnerId, isEndless = false } = queue;
    const isStopping = (): boolean => isStopped || own.isLost;
    const failuresOf = () => readFailures(db, name, clock.now());
    const failed = async (item: string, error: unknown, attempts: number): Promise<void> => {
      if (isNotTried(error)) return;
      await recordFailure(services, { queue: name, item, error, attempts, networkId, isEndless }, random);
    };
    return {
      ...(networkId !== undefined && { networkId }),
      ...(partnerId !== undefined && { partnerId }),
      isStopping,
      failed,
      succeeded: (item) => clearFailure(services, name, item),
      eligible: async (items, idOf) => (items.length === 0 ? [] : eligibleOf(items, idOf, await failuresOf())),
      async forEach(items, idOf, work) {
        if (items.length === 0) return;
        const failures = await failuresOf();
        const left = eligibleOf(items, idOf, failures);
        let isComplete = left.length === items.length;
        const one = async (item: (typeof left)[number]): Promise<void> => {
          const id = idOf(item);
          const before = failures.get(id);
          try {
            await work(item);
            if (before) await clearFailure(services, name, id);
          } catch (error) {
            isComplete = false;
            // Failures of nested rows are already recorded.
            if (!isOnRecord(error)) await failed(id, error, (before?.attempts ?? 0) + 1);
          }
        };
        const lane = async (): Promise<void> => {
          for (let item = left.shift(); item !== undefined; item = left.shift()) {
            if (isStopping()) {
              isComplete = false;
              return;
            }
            await one(item);
          }
        };
        await Promise.all(Array.from({ length: queue.parallelRows }, lane));
        if (!isComplete) throw new RowsFailed('Rows failed or were left out');
      },
    };
  }

  return {
    look,
    async idle() {
      while (finishing.size > 0) await Promise.all(finishing);
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Returns items that neither wait for their next attempt nor are dead letters. */
const eligibleOf = <Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  failures: ReadonlyMap<string, BlockedItem>,
): Item[] => items.filter((item) => failures.get(idOf(item))?.isWaiting !== true);

const isOnRecord = (error: unknown): boolean =>
  error instanceof RowsFailed || (error instanceof AggregateError && error.errors.every(isOnRecord));
