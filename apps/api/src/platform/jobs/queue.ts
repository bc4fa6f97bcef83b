import type { QueueRun } from './run.ts';

/** Background work of one kind that depends on at most one external service. */
export interface Queue {
  /** Kind of work with its network, bank or channel, e.g. `deposits:polygon`. */
  name: string;
  /** The name by which `RunnerOptions.findDue` reports this queue. */
  due: string;
  networkId?: number;
  partnerId?: string;
  run(run: QueueRun): Promise<unknown>;
  /** Interval at which the queue runs even if no row is due, to find new work at the external service. */
  pollMs?: number;
  /** Prevents two nodes from doing the same work: a lease of the queue, or locks on its rows. */
  guard: 'lease' | 'rows';
  /** Concurrent runs on one node. */
  parallelRuns: number;
  /** Concurrent rows in one run. */
  parallelRows: number;
  isEndless?: boolean;
}
