import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';

/** Transfers of one block. */
const atMost = 1000;

/**
 * Seals what was posted since: each block's hash is over the one before it and over all that its transfers say. Beside the money's own
 * transactions, which it would slow down by half. Nodes that seal at once make one block after the other.
 *
 * @returns how many transfers were sealed
 */
export async function appendHashChain(db: Db, clock: Clock): Promise<number> {
  const pending = await db.selectFrom('chain_pending').select('transfer_id').limit(1).executeTakeFirst();
  if (!pending) return 0;
  const { rows } = await sql<{ count: number }>`select ledger_seal(${atMost}, ${clock.now()}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What no longer says what was sealed, and what was kept from being sealed; nothing where all is as it was. */
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
    select 'block ' || number || ': its transfers do not say what was sealed' as difference from sealed where recomputed <> hash
    union all
    select 'block ' || number || ': does not follow the one before it' from sealed where previous_hash <> expected_previous or before <> number - 1
    union all
    select 'transfer ' || t.id || ': was kept from being sealed' from transfer t
      where not exists (select from chain_member m where m.transfer_id = t.id)
        and not exists (select from chain_pending p where p.transfer_id = t.id)
  `.execute(db);
  return rows.map(({ difference }) => difference);
}
