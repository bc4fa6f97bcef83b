import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** Legs of one account that are added up in one commit. */
const atMost = 1000;

/**
 * Adds up what was appended to accounts that everybody's transfers touch: each leg gets its place and the balance after it. Nodes that do so
 * at once take turns at an account.
 *
 * @returns how many legs were added up
 */
export async function rollUp(db: Db): Promise<number> {
  const { rows: accounts } = await sql<{ id: string }>`
    select a.id from account a where a.appends and exists (select from posting_pending p where p.account_id = a.id) order by a.id
  `.execute(db);
  let total = 0;
  for (const { id } of accounts) {
    let rolled: number;
    do {
      const { rows } = await sql<{ rolled: number }>`select ledger_roll_up(${id}, ${atMost}) as rolled`.execute(db);
      rolled = rows[0]?.rolled ?? 0;
      total += rolled;
    } while (rolled === atMost);
  }
  return total;
}
