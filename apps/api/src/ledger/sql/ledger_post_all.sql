-- Posts many transfers in one statement: all of them or none.
--
-- The statement handles the plain case: none of the transfers was posted before, and every balance allows each step. Otherwise
-- ledger_post posts them one by one, and says what is wrong. Accounts are locked in id order, so that two calls can't deadlock.
-- PostgreSQL estimates a JSON list at a hundred rows, and a list inside it at ten thousand: compiling a plan for that many takes
-- longer than running it, so jit is off.
create or replace function ledger_post_all(transfers jsonb) returns boolean[]
language plpgsql security definer set search_path from current set jit = off set enable_seqscan = off as $$
declare
  ids text[] := array(select t.id from jsonb_to_recordset(transfers) as t(id text));
  accounts text[] := array(
    select distinct l.account from jsonb_to_recordset(transfers) as t(legs jsonb), jsonb_to_recordset(t.legs) as l(account text)
  );
  was_plain boolean := false;
begin
  perform from account a where a.id = any(accounts) and not a.appends order by a.id for update;
  if cardinality(ids) > 1 then
    with asked as materialized (
      select * from rows from (
        jsonb_to_recordset(transfers) as (id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text)
      ) with ordinality as t(id, kind, entity_id, event_time, legs, reverses, number)
    ), legs as (
      select t.number, t.id, l.account, sum(l.amount) as amount
      from asked t, jsonb_to_recordset(t.legs) as l(account text, amount numeric) group by t.number, t.id, l.account
    ), steps as materialized (
      select l.number, l.id, l.account, l.amount, of.owner, of.kind, of.asset, of.appends, of.held, of.may_go_negative,
        of.version + row_number() over steps as version,
        of.posted + sum(case of.normal_side when 'debit' then l.amount else -l.amount end) over steps as after
      from legs l left join lateral (select a.* from account a where a.id = l.account limit 1) of on true
      window steps as (partition by l.account order by l.number)
    ), verdict as materialized (
      select (select count(distinct t.id) = count(*) and bool_and(t.reverses is null and jsonb_array_length(t.legs) > 1) from asked t)
        and not exists (select from transfer t where t.id = any(ids))
        and (select bool_and(s.asset is not null and (s.may_go_negative or s.after >= s.held)) from steps s)
        and not exists (select from steps s group by s.number, s.asset having sum(s.amount) <> 0)
        as is_plain
    ), owned as (
      select s.number, coalesce(min(s.owner) filter (where s.kind in ('cust', 'shortfall')), min(s.owner)) as owner from steps s group by s.number
    ), transferred as (
      insert into transfer (id, owner, kind, entity_id, event_time)
        select t.id, o.owner, t.kind, t.entity_id, t.event_time from asked t join owned o on o.number = t.number, verdict v where v.is_plain
    ), unsealed as (
      insert into chain_pending (transfer_id) select t.id from asked t, verdict v where v.is_plain
    ), appended as (
      insert into posting_pending (owner, account_id, transfer_id, amount)
        select s.owner, s.account, s.id, s.amount from steps s, verdict v where v.is_plain and s.appends
    ), posted as (
      insert into posting (owner, account_id, version, transfer_id, amount, balance_after)
        select s.owner, s.account, s.version, s.id, s.amount, s.after from steps s, verdict v where v.is_plain and not s.appends
    ), last as (
      select distinct on (s.account) s.account, s.version, s.after from steps s, verdict v where v.is_plain and not s.appends
      order by s.account, s.number desc
    ), moved as (
      update account a set posted = last.after, version = last.version from last where a.id = last.account and a.id = any(accounts)
    )
    select v.is_plain into was_plain from verdict v;
  end if;
  if was_plain then
    -- As in ledger_post: a transfer with the same id and another owner that was sealed meanwhile.
    perform from transfer t where t.id = any(ids) group by t.id having count(*) > 1;
    if found then raise exception 'a transfer exists with another body' using errcode = 'WL001'; end if;
    return array_fill(true, array[cardinality(ids)]);
  end if;
  return array(
    select ledger_post(t.id, t.kind, t.entity_id, t.event_time, t.legs, t.reverses)
    from jsonb_to_recordset(transfers) as t(id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text)
  );
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_post_all from public;
grant execute on function ledger_post_all to wusd_app;
