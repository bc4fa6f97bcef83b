import { sql } from 'kysely';
import type { Clock } from '@wusd/server-kit/clock';
import type { Db } from '../platform/database/database.ts';

const maxTransfersPerBlock = 1000;

/**
 * Seals pending transfers into the next block of the hash chain. A block's hash covers the previous block's hash and
 * its transfers with their postings. Sealing runs in a job, because it would slow down the transactions that post by
 * half. Concurrent calls are serialized.
 *
 * @returns the number of transfers that were sealed
 */
export async function appendHashChain(db: Db, clock: Clock): Promise<number> {
  const pending = await db.selectFrom('chain_pending').select('transfer_id').limit(1).executeTakeFirst();
  if (!pending) return 0;
  const { rows } = await sql<{
    count: number;
  }>`select ledger_seal(${maxTransfersPerBlock}, ${clock.now()}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Verifies the hash chain.
 *
 * @returns a description of each block that was changed and each transfer that was never sealed; empty if intact
 */
export async function verifyChain(db: Db): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with sealed as (
      select b.number, b.hash, b.previous_hash,
        lag(b.hash, 1, sha256('WUSD')) over (order by b.number) as expected_previous,
        lag(b.number, 1, 0) over (order by b.number) as before,
        sha256(b.previous_hash || coalesce((
          select string_agg(ledger_digest(t), ''::bytea order by t.id) from chain_member m join transfer t on t.id = m.transfer_id where m.block = b.number
        ), ''::bytea)) as recomputed
      from chain_block b
    )
    select 'block ' || number || ': its transfers do not match its hash' as difference from sealed where recomputed <> hash
    union all
    select 'block ' || number || ': does not follow the previous block' from sealed where previous_hash <> expected_previous or before <> number - 1
    union all
    select 'transfer ' || t.id || ': is neither sealed nor pending' from transfer t
      where not exists (select from chain_member m where m.transfer_id = t.id)
        and not exists (select from chain_pending p where p.transfer_id = t.id)
  `.execute(db);
  return rows.map(({ difference }) => difference);
}
