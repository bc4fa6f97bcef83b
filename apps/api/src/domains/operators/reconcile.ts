import { sql } from 'kysely';
import { reconcileLedger } from '../../ledger/reconcile.ts';
import type { Services } from '../services.ts';

/** What the product's own rows must say of the ledger's. */
const agreements = [
  sql`
    with deposit as (
      select id, wallet_id, amount, status from crypto_transaction where direction = 'deposit'
      union all select id, wallet_id, amount, status from fiat_transaction where direction = 'deposit'
    ), credited as (
      select d.id, d.amount, coalesce(-sum(p.amount), 0) as amount_posted from deposit d
      join wallet_account w on w.id = d.wallet_id
      left join transfer t on t.entity_id = d.id
      left join posting p on p.transfer_id = t.id and p.account_id = w.account_id
      where d.status = 'completed' group by d.id, d.amount
    )
    select 'deposit ' || id || ': is of ' || amount || ', its customer was credited ' || amount_posted as difference
    from credited where amount <> amount_posted
  `,
  sql`
    with latest as (
      select 'deposit ' || d.id as entity, d.status, (
        select l.to_status from state_log l where l.entity_id = 'deposit:' || d.id order by l.version desc limit 1
      ) as logged
      from (
        select id, status from crypto_transaction where direction = 'deposit'
        union all select id, status from fiat_transaction where direction = 'deposit'
      ) d
    )
    select entity || ': is ' || status || ', its history says ' || coalesce(logged, 'nothing') as difference
    from latest where status is distinct from logged
  `,
  sql`
    select 'wallet account ' || w.id || ': its ledger account is another’s' as difference
    from wallet_account w join account a on a.id = w.account_id
    where a.owner <> w.customer_id or a.asset <> w.currency or a.kind <> 'cust'
  `,
];

/** Everything that does not add up, by name: within the ledger, and between it and what customers see. */
export async function reconcile({ db }: Services): Promise<string[]> {
  const differences = await reconcileLedger(db);
  for (const agreement of agreements) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { rows } = await sql<{ difference: string }>`${agreement}`.execute(db);
    differences.push(...rows.map(({ difference }) => difference));
  }
  return differences;
}
