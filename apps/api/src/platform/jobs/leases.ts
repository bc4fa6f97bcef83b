import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';

/** How long the queues of a node that died wait for another. A node renews its leases long before they end. */
export const leaseMs = 30_000;
/** Between two runs of a queue that is polled, on whichever node. */
const pollMs = 900;

export interface Lease {
  queue: string;
  /** Due by the poll alone: left to the node that polled it a moment ago. */
  isPolled: boolean;
}

export interface Leases {
  /** Takes the leases that are free or have expired. @returns the queues that are now this node's */
  acquire(wanted: readonly Lease[]): Promise<Set<string>>;
  /** @returns the queues that are still this node's */
  renew(queues: readonly string[]): Promise<Set<string>>;
  release(queues: readonly string[]): Promise<void>;
}

/** Leases of queues, judged by the clock that is passed in. @param holder names this node */
export function createLeases(db: Db, clock: Clock, holder: string): Leases {
  const expiry = (): Date => new Date(clock.now().getTime() + leaseMs);
  return {
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
        .where('queue', 'in', queues)
        .where('holder', '=', holder)
        .returning('queue')
        .execute();
      return new Set(rows.map(({ queue }) => queue));
    },
    async release(queues) {
      await db
        .updateTable('job_lease')
        // Without a holder, so that a renewal that is under way finds nothing to renew.
        .set({ expires_at: clock.now(), holder: '' })
        .where('queue', 'in', queues)
        .where('holder', '=', holder)
        .execute();
    },
  };
}
