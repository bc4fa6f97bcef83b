import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** Maximum number of legs of one account that one commit rolls up. */
const maxLegsPerCommit = 1000;

/**
 * Rolls up the legs that were appended to shared accounts: each pending leg becomes a posting with its version and the
 * balance after it. Concurrent calls are serialized by the account's row lock.
 *
 * @returns the number of legs that were rolled up
 */
export async function rollUp(db: Db): Promise<number> {
  const { rows: accounts } = await sql<{ id: string }>`
    select a.id from account a where a.appends and exists (select from posting_pending p where p.account_id = a.id) order by a.id
  `.execute(db);
  let total = 0;
  for (const { id } of accounts) {
    let rolled: number;
    do {
      const { rows } = await sql<{
        rolled: number;
      }>`select ledger_roll_up(${id}, ${maxLegsPerCommit}) as rolled`.execute(db);
      rolled = rows[0]?.rolled ?? 0;
      total += rolled;
    } while (rolled === maxLegsPerCommit);
  }
  return total;
}
