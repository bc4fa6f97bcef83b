import type { QueueRun } from './run.ts';

/** Work of one kind that waits for one outside party at most. */
export interface Queue {
  /** Of its kind, and of the network, bank or channel, e.g. `deposits:polygon`. */
  name: string;
  /** The name that `RunnerOptions.findDue` returns for it. */
  due: string;
  networkId?: number;
  partnerId?: string;
  run(run: QueueRun): Promise<unknown>;
  /** Whether new work is only found by asking outside, which is done once a second; `sweep` once a minute. */
  pollMs?: number;
  /** How its work is kept from two nodes: by a lease of the queue, or by each row, or by locks inside the database. */
  guard: 'lease' | 'rows';
  /** Runs at the same time on one node. */
  parallelRuns: number;
  /** Rows at the same time in one run. */
  parallelRows: number;
  isEndless?: boolean;
}
