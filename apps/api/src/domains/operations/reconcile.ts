import { sql } from 'kysely';
import { reconcileLedger } from '../../ledger/reconcile.ts';
import type { Services } from '../services.ts';
import type { Reconciliation, UncomparedNetwork } from './compare-networks.ts';
import { reconcileChains } from './reconcile-chains.ts';
import { reconcileSupply } from './reconcile-supply.ts';

/** Queries that find rows of the domains that disagree with the ledger. */
const queries = [
  sql`
    with deposit as (
      select id, wallet_id, amount, status from crypto_transaction where direction = 'deposit'
      union all select id, wallet_id, amount, status from fiat_transaction where direction = 'deposit'
    ), credited as (
      select d.id, d.amount, coalesce(-sum(p.amount), 0) as amount_posted from deposit d
      join wallet_account w on w.id = d.wallet_id
      left join transfer t on t.entity_id = d.id
      left join leg p on p.transfer_id = t.id and p.account_id = w.account_id
      where d.status = 'completed' group by d.id, d.amount
    )
    select 'deposit ' || id || ': is of ' || amount || ', its customer was credited ' || amount_posted as difference
    from credited where amount <> amount_posted
  `,
  sql`
    with latest as (
      select 'deposit ' || d.id as entity, d.status, (
        select l.to_status from state_log l where l.customer_id = d.customer_id and l.entity_id = 'deposit:' || d.id order by l.version desc limit 1
      ) as logged
      from (
        select customer_id, id, status from crypto_transaction where direction = 'deposit'
        union all select customer_id, id, status from fiat_transaction where direction = 'deposit'
      ) d
    )
    select entity || ': is ' || status || ', its history says ' || coalesce(logged, 'nothing') as difference
    from latest where status is distinct from logged
  `,
  sql`
    with booked as (
      select o.id, o.status, q.pay, q.receive,
        (select -sum(p.amount) from leg p join wallet_account w on w.account_id = p.account_id
          where p.transfer_id = o.transfer_id and w.customer_id = o.customer_id and w.currency = q.pay_currency) as paid,
        (select -sum(p.amount) from leg p join wallet_account w on w.account_id = p.account_id
          where p.transfer_id = o.transfer_id and w.customer_id = o.customer_id and w.currency = q.receive_currency) as received
      from otc_order o join quote q on q.id = o.quote_id
    )
    select 'order ' || id || ': is of ' || pay || ' for ' || receive || ', its customer paid ' || coalesce(-paid, 0) || ' for ' || coalesce(received, 0) as difference
    from booked where case status when 'completed' then (-pay, receive) is distinct from (paid, received) else paid is not null or received is not null end
  `,
  sql`
    with waiting as (
      select o.id, o.status in ('pending approval', 'processing') as is_open, h.id is not null and e.hold_id is null as is_held
      from otc_order o left join hold h on h.id = o.id || ':pay' left join hold_event e on e.hold_id = h.id
    )
    select 'order ' || id || case when is_open then ': waits, and holds nothing' else ': is over, and still holds' end as difference
    from waiting where is_open <> is_held
  `,
  sql`
    with latest as (
      select o.id, o.status, (
        select l.to_status from state_log l where l.customer_id = o.customer_id and l.entity_id = 'order:' || o.id order by l.version desc limit 1
      ) as logged from otc_order o
    )
    select 'order ' || id || ': is ' || status || ', its history says ' || coalesce(logged, 'nothing') as difference
    from latest where status is distinct from logged
  `,
  sql`
    with waiting as (
      select t.id, t.status in ('to be processed', 'to be confirmed', 'processing') as is_open, h.id is not null and e.hold_id is null as is_held
      from crypto_transaction t left join hold h on h.id = t.id || ':pay' left join hold_event e on e.hold_id = h.id
      where t.direction = 'withdrawal'
    )
    select 'withdrawal ' || id || case when is_open then ': waits, and holds nothing' else ': is over, and still holds' end as difference
    from waiting where is_open <> is_held
  `,
  sql`
    with paid as (
      select t.id, t.status, t.amount + t.fee as expected, (
        select sum(l.amount) from leg l where l.transfer_id = t.id || ':paid' and l.account_id = h.account_id
      ) as posted, (select l.to_status
        from state_log l where l.customer_id = t.customer_id and l.entity_id = 'withdrawal:' || t.id order by l.version desc limit 1) as logged
      from crypto_transaction t left join hold h on h.id = t.id || ':pay' where t.direction = 'withdrawal'
    )
    select 'withdrawal ' || id || ': is ' || status || ' of ' || expected || ', its history says ' || coalesce(logged, 'nothing')
      || ', its account paid ' || coalesce(posted, 0) as difference
    from paid where status is distinct from logged or case status when 'completed' then expected is distinct from posted else posted is not null end
  `,
  sql`
    with waiting as (
      select t.id, t.status = 'to be processed' as is_open, h.id is not null and e.hold_id is null as is_held
      from fiat_transaction t left join hold h on h.id = t.id || ':pay' left join hold_event e on e.hold_id = h.id
      where t.direction = 'withdrawal'
    )
    select 'withdrawal ' || id || case when is_open then ': waits, and holds nothing' else ': is over, and still holds' end as difference
    from waiting where is_open <> is_held
  `,
  sql`
    with paid as (
      select t.id, t.status, t.amount + t.fee as total, t.fee, t.amount, t.returned, coalesce((
        select sum(l.amount) from transfer f join leg l on l.transfer_id = f.id
        where f.entity_id = t.id and l.account_id = h.account_id
      ), 0) as posted, (select l.to_status
        from state_log l where l.customer_id = t.customer_id and l.entity_id = 'fiat withdrawal:' || t.id order by l.version desc limit 1) as logged
      from fiat_transaction t left join hold h on h.id = t.id || ':pay' where t.direction = 'withdrawal'
    )
    select 'withdrawal ' || id || ': is ' || status || ' of ' || total || ', its history says ' || coalesce(logged, 'nothing')
      || ', its account paid ' || posted as difference
    from paid where status is distinct from logged or posted <> case
      when status in ('processing', 'completed', 'transferred manually') then total
      when returned is not null then total - returned else 0 end
  `,
  // The hold of a withdrawal is on the account that pays: the customer's account, or for a return the suspense account
  // of its deposit.
  sql`
    with payer as (
      select t.id, t.returns_deposit_id is not null as is_return, w.account_id, h.account_id as held_in, a.owner, 'suspense:network-' || t.network_id as suspense
      from crypto_transaction t join wallet_account w on w.id = t.wallet_id
      join hold h on h.id = t.id || ':pay' join account a on a.id = h.account_id
      where t.direction = 'withdrawal'
      union all
      select t.id, t.returns_deposit_id is not null, w.account_id, h.account_id, a.owner, 'suspense:' || t.partner_id
      from fiat_transaction t join wallet_account w on w.id = t.wallet_id
      join hold h on h.id = t.id || ':pay' join account a on a.id = h.account_id
      where t.direction = 'withdrawal'
    )
    select 'withdrawal ' || id || ': is paid by ' || owner as difference
    from payer where case when is_return then owner <> suspense else held_in <> account_id end
  `,
  // A deposit is returned only after it is rejected, and at most in the amount that arrived.
  sql`
    with returned as (
      select d.id, d.status, d.amount, sum(case when r.status in ('failed', 'cancelled', 'rejected') then 0 else r.amount + r.fee end) as sent
      from crypto_transaction r join crypto_transaction d on d.customer_id = r.customer_id and d.id = r.returns_deposit_id
      group by d.id, d.status, d.amount
      union all
      select d.id, d.status, d.amount, sum(case when r.returned is not null then r.amount + r.fee - r.returned
        when r.status in ('failed', 'cancelled', 'rejected') then 0 else r.amount + r.fee end)
      from fiat_transaction r join fiat_transaction d on d.customer_id = r.customer_id and d.id = r.returns_deposit_id
      group by d.id, d.status, d.amount
    )
    select 'deposit ' || id || ': is ' || status || ' of ' || amount || ', and ' || sent || ' of it was returned' as difference
    from returned where status <> 'rejected' or sent > amount
  `,
  // Compares bank statements with the ledger: every line that moved money is posted once, with its amount.
  sql`
    with bank_totals as (
      select a.id, a.owner, a.asset, a.posted, coalesce((
        select sum(case b.kind when 'debit' then -b.amount else b.amount end) from bank_line b
        where 'bank:' || b.partner_id = a.owner and b.currency = a.asset and b.kind <> 'refusal'
      ), 0) as stated, coalesce((
        select sum(l.amount) from leg l join transfer t on t.id = l.transfer_id where l.account_id = a.id and t.kind = 'desk stock'
      ), 0) as stocked, coalesce((
        select sum(t.amount) from fiat_transaction t
        where 'bank:' || t.partner_id = a.owner and t.currency = a.asset and t.returned is not null
          and not exists (select from bank_line b where b.entity_id = t.id and b.kind = 'debit')
      ), 0) as implied
      from account a where a.kind = 'bank'
    )
    select owner || ': its statements say ' || stated || ' ' || asset || ', the ledger ' || posted as difference
    from bank_totals where posted <> stated + stocked - implied
  `,
  sql`
    select 'wallet account ' || w.id || ': its ledger account is another’s' as difference
    from wallet_account w join account a on a.id = w.account_id
    where a.owner <> w.customer_id or a.asset <> w.currency or a.kind <> 'cust'
  `,
];

/** Finds differences within the ledger, and between the ledger and transactions, bank statements and networks. */
export async function reconcileAll(services: Services): Promise<Reconciliation> {
  const { db } = services;
  const differences = await reconcileLedger(db);
  for (const query of queries) {
    const { rows } = await sql<{ difference: string }>`${query}`.execute(db);
    differences.push(...rows.map(({ difference }) => difference));
  }
  const compared = [await reconcileChains(services), await reconcileSupply(services)];
  return {
    differences: [...differences, ...compared.flatMap((each) => each.differences)],
    notCompared: distinct(compared.flatMap((each) => each.notCompared)),
  };
}

/** Removes duplicates: a node that does not respond prevents several comparisons of its network. */
const distinct = (networks: readonly UncomparedNetwork[]): UncomparedNetwork[] => [
  ...new Map(networks.map((each) => [`${each.network}: ${each.reason}`, each])).values(),
];

/** Returns only the differences, one sentence each. */
export const reconcile = async (services: Services): Promise<string[]> => (await reconcileAll(services)).differences;
