import { sql } from 'kysely';
import { type Db, liftTimeLimits } from '../platform/database/database.ts';
import { verifyChain } from './hash-chain.ts';

/** Invariants of the ledger. Each query returns a description of each violation. */
const invariants = [
  sql`
    select 'transfer ' || p.transfer_id || ': its postings in ' || a.asset || ' sum to ' || sum(p.amount) as difference
    from leg p join account a on a.id = p.account_id group by p.transfer_id, a.asset having sum(p.amount) <> 0
  `,
  sql`
    select 'transfer ' || t.id || ': has no postings' as difference
    from transfer t where not exists (select from leg p where p.transfer_id = t.id)
  `,
  sql`
    select 'transfer ' || p.transfer_id || ': has postings but does not exist' as difference
    from leg p where not exists (select from transfer t where t.id = p.transfer_id) group by p.transfer_id
  `,
  sql`
    select 'hold ' || e.hold_id || ': was resolved by a transfer that does not exist' as difference
    from hold_event e where e.transfer_id is not null and not exists (select from transfer t where t.id = e.transfer_id)
  `,
  sql`
    select 'account ' || a.id || ': has balance ' || a.posted || ', its last posting has ' || coalesce(last.balance_after, 0) as difference
    from account a left join lateral (
      select balance_after from posting p where p.account_id = a.id order by p.version desc limit 1
    ) last on true
    where a.posted <> coalesce(last.balance_after, 0)
  `,
  sql`
    select 'account ' || account_id || ': posting ' || version || ' does not follow the previous posting' as difference from (
      select p.account_id, p.version, p.balance_after,
        lag(p.balance_after, 1, 0) over w + case a.normal_side when 'debit' then p.amount else -p.amount end as expected,
        lag(p.version, 1, 0) over w + 1 as expected_version
      from posting p join account a on a.id = p.account_id window w as (partition by p.account_id order by p.version)
    ) steps where balance_after <> expected or version <> expected_version
  `,
  sql`
    select 'account ' || a.id || ': has ' || a.held || ' held, its open holds sum to ' || coalesce(open.amount, 0) as difference
    from account a left join (
      select h.account_id, sum(h.amount) as amount from hold h
      where not exists (select from hold_event e where e.hold_id = h.id) group by h.account_id
    ) open on open.account_id = a.id
    where a.held <> coalesce(open.amount, 0)
  `,
  sql`
    select 'account ' || id || ': is below zero' as difference from account
    where not may_go_negative and (posted < 0 or posted - held < 0)
  `,
  sql`
    select 'transfer ' || p.transfer_id || ': its leg on account ' || p.account_id || ' is pending, but the account does not append' as difference
    from posting_pending p left join account a on a.id = p.account_id where a.appends is not true
  `,
  sql`
    select 'hold ' || h.id || ': ended by a transfer of another entity' as difference
    from hold h join hold_event e on e.hold_id = h.id join transfer t on t.id = e.transfer_id where t.entity_id <> h.entity_id
  `,
];

/**
 * Checks all invariants and the hash chain on one snapshot.
 *
 * @returns a description of each violation; empty if there are none
 */
export function reconcileLedger(db: Db): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await liftTimeLimits(trx);
      const differences: string[] = [];
      for (const invariant of invariants) {
        const { rows } = await sql<{ difference: string }>`${invariant}`.execute(trx);
        differences.push(...rows.map(({ difference }) => difference));
      }
      return [...differences, ...(await verifyChain(trx))];
    });
}
