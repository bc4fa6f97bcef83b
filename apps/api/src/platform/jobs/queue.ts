import type { QueueRun } from './run.ts';

/** Background work of one kind that depends on at most one outside party. */
export interface Queue {
  /** The kind of work and the network, bank or channel, e.g. `deposits:polygon`. */
  name: string;
  /** The name that `RunnerOptions.findDue` returns for it. */
  due: string;
  networkId?: number;
  partnerId?: string;
  run(run: QueueRun): Promise<unknown>;
  /** Interval at which the queue runs although no row is due: new work is only found by asking the outside. */
  pollMs?: number;
  /** What keeps two nodes from doing the same work: a lease of the queue, or locks on its rows. */
  guard: 'lease' | 'rows';
  /** Concurrent runs on one node. */
  parallelRuns: number;
  /** Concurrent rows in one run. */
  parallelRows: number;
  isEndless?: boolean;
}
