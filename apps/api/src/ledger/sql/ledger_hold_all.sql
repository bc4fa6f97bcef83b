-- Makes many holds in one statement, as ledger_post_all posts transfers: all of them or none.
create or replace function ledger_hold_all(holds jsonb) returns boolean[]
language plpgsql security definer set search_path from current set jit = off set enable_seqscan = off as $$
declare
  ids text[] := array(select h.id from jsonb_to_recordset(holds) as h(id text));
  accounts text[] := array(select distinct h.account from jsonb_to_recordset(holds) as h(account text));
  was_plain boolean := false;
begin
  perform pg_advisory_xact_lock(hashtextextended(h.id, 0)) from (select unnest(ids) as id order by 1) h;
  perform from account a where a.id = any(accounts) order by a.id for update;
  if cardinality(ids) > 1 then
    with asked as materialized (
      select * from jsonb_to_recordset(holds)
        as h(id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz)
    ), verdict as materialized (
      -- Whether the account has the money is left to its check constraint.
      select (select count(distinct h.id) = count(*) from asked h) and not exists (select from hold h where h.id = any(ids)) as is_plain
    ), held as (
      insert into hold (id, owner, account_id, amount, kind, entity_id, event_time)
        select h.id, of.owner, h.account, h.amount, h.kind, h.entity_id, h.event_time
        from asked h left join lateral (select a.owner from account a where a.id = h.account limit 1) of on true, verdict v where v.is_plain
    ), moved as (
      update account a set held = a.held + sums.amount
        from (select h.account, sum(h.amount) as amount from asked h, verdict v where v.is_plain group by h.account) sums
        where a.id = sums.account and a.id = any(accounts)
    )
    select v.is_plain into was_plain from verdict v;
  end if;
  if was_plain then return array_fill(true, array[cardinality(ids)]); end if;
  return array(
    select ledger_hold(h.id, h.account, h.amount, h.kind, h.entity_id, h.event_time)
    from jsonb_to_recordset(holds) as h(id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz)
  );
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_hold_all from public;
grant execute on function ledger_hold_all to wusd_app;
