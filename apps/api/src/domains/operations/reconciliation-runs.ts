import type { Services } from '../services.ts';
import type { CommandResult } from './results.ts';

/** Records the number of differences of a reconciliation. Metrics of every node show the latest run and its age. */
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
