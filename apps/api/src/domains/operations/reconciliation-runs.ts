import type { Services } from '../services.ts';
import type { CommandResult } from './results.ts';

/** Records how many differences a reconciliation found: metrics of every node show the latest one, and its age. */
export async function recordReconciliation(
  { db }: Services,
  { asOf, differences, notCompared }: CommandResult<'reconciliation'>,
): Promise<void> {
  await db
    .insertInto('reconciliation_run')
    .values({
      reconciled_at: asOf,
      differences: differences.length,
      networks_not_compared: notCompared.length,
    })
    .execute();
}
