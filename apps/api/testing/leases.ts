import type { Db } from '../src/platform/database/database.ts';

/** Expires the 30-second leases of queues and intents of a crashed node, so that other nodes can take over. */
export async function expireLeases(db: Db): Promise<void> {
  const expired = new Date(0);
  await db.updateTable('job_lease').set({ expires_at: expired }).execute();
  await db
    .updateTable('challenge')
    .set({ executing_until: expired })
    .where('executing_until', 'is not', null)
    .where('answer_sealed', 'is', null)
    .execute();
}
