import type { Db } from '../src/platform/database/database.ts';

/** The thirty seconds are over for which the queues and intents of a node that died are its own: others may have them. */
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
