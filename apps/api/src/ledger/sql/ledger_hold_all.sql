-- Places many holds in one statement, all or none, in the same way as ledger_post_all.
create or replace function ledger_hold_all(holds jsonb) returns boolean[]
language plpgsql security definer set search_path from current set jit = off as $$
declare
  ids text[] := array(select h.id from jsonb_to_recordset(holds) as h(id text));
  accounts text[] := array(select distinct h.account from jsonb_to_recordset(holds) as h(account text));
  was_fast_path boolean := false;
begin
  perform from account a where a.id = any(accounts) order by a.id for update;
  if cardinality(ids) > 1 then
    with requests as materialized (
      select * from jsonb_to_recordset(holds)
        as h(id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz)
    ), verdict as materialized (
      -- The account's check constraint rejects holds above the available balance.
      select (select count(distinct h.id) = count(*) from requests h) and not exists (select from hold h where h.id = any(ids)) as is_fast_path
    ), held as (
      insert into hold (id, account_id, amount, kind, entity_id, event_time)
        select h.id, h.account, h.amount, h.kind, h.entity_id, h.event_time from requests h, verdict v where v.is_fast_path
    ), moved as (
      update account a set held = a.held + sums.amount
        from (select h.account, sum(h.amount) as amount from requests h, verdict v where v.is_fast_path group by h.account) sums
        where a.id = sums.account and a.id = any(accounts)
    )
    select v.is_fast_path into was_fast_path from verdict v;
  end if;
  if was_fast_path then return array_fill(true, array[cardinality(ids)]); end if;
  return array(
    select ledger_hold(h.id, h.account, h.amount, h.kind, h.entity_id, h.event_time)
    from jsonb_to_recordset(holds) as h(id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz)
  );
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_hold_all from public;
grant execute on function ledger_hold_all to wusd_app;
