import { sql } from 'kysely';
import { createBatcher, fulfillAll } from '../batcher.ts';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../database/database.ts';

/**
 * Time after which another node takes over the queues of a crashed node. A running node renews its leases well before.
 */
export const leaseMs = 30_000;
/** Time between two runs of a polled queue, on any node. */
const pollMs = 900;

interface Lease {
  queue: string;
  /** The queue is due only because of the poll. The node that polled it last keeps it. */
  isPolled: boolean;
}

export interface Leases {
  /** Acquires leases that are free or have expired. @returns the queues that this node holds now */
  acquire(wanted: readonly Lease[]): Promise<Set<string>>;
  /** @returns the queues that this node still holds */
  renew(queues: readonly string[]): Promise<Set<string>>;
  release(queue: string): Promise<void>;
}

/** Creates leases of queues, timed by the given clock. @param holder the name of this node */
export function createLeases(db: Db, clock: Clock, holder: string): Leases {
  const expiry = (): Date => new Date(clock.now().getTime() + leaseMs);
  /**
   * A node polls its queues together, so they end together. Queues that end during a release share the next statement.
   */
  const release = createBatcher<string, void>({
    maxBatchSize: 100,
    concurrency: 1,
    async execute(queues) {
      await db
        .updateTable('job_lease')
        // Clears the holder, so that a renewal in progress finds nothing to renew.
        .set({ expires_at: clock.now(), holder: '' })
        .where('queue', '=', (eb) => eb.fn.any(eb.val(queues)))
        .where('holder', '=', holder)
        .execute();
      return fulfillAll(queues.map(() => {}));
    },
  });
  return {
    release,
    async acquire(wanted) {
      if (wanted.length === 0) return new Set();
      const now = clock.now();
      const queues = wanted.map(({ queue }) => queue);
      const polled = wanted.map(({ isPolled }) => isPolled);
      const { rows } = await sql<{ queue: string }>`
        insert into job_lease (queue, holder, expires_at, polled_at)
        select wanted.queue, ${holder}, ${expiry()}, ${now}
          from unnest(${queues}::text[], ${polled}::boolean[]) as wanted(queue, is_polled)
          where not exists (
            select from job_lease taken where taken.queue = wanted.queue
              and (taken.expires_at > ${now}
                or (wanted.is_polled and taken.polled_at > ${new Date(now.getTime() - pollMs)} and taken.polled_at <= ${now}))
          )
          order by wanted.queue
        on conflict (queue) do update
          set holder = excluded.holder, expires_at = excluded.expires_at, polled_at = excluded.polled_at
          where job_lease.expires_at <= ${now}
        returning queue
      `.execute(db);
      return new Set(rows.map(({ queue }) => queue));
    },
    async renew(queues) {
      const rows = await db
        .updateTable('job_lease')
        .set({ expires_at: expiry() })
        .where('queue', '=', (eb) => eb.fn.any(eb.val(queues)))
        .where('holder', '=', holder)
        .returning('queue')
        .execute();
      return new Set(rows.map(({ queue }) => queue));
    },
  };
}
