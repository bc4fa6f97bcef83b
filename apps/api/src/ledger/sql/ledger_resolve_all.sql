-- Resolves many holds in one statement, all or none, in the same way as ledger_post_all. Each row is found by its key, also where
-- PostgreSQL (15) has not counted the table yet and would read all of it.
create or replace function ledger_resolve_all(ends jsonb, event_time timestamptz) returns boolean[]
language plpgsql security definer set search_path from current set jit = off set enable_seqscan = off as $$
declare
  ids text[] := array(select e.hold_id from jsonb_to_recordset(ends) as e(hold_id text));
  holders text[] := array(select h.account_id from hold h where h.id = any(ids));
  was_fast_path boolean := false;
  transfers jsonb;
begin
  perform from account a
    where a.id = any(holders || array(
      select l.account from jsonb_to_recordset(ends) as e(legs jsonb), jsonb_to_recordset(e.legs) as l(account text)
    )) and not a.appends
    order by a.id for update;
  if cardinality(ids) > 1 then
    with requests as materialized (
      select * from jsonb_to_recordset(ends) as e(hold_id text, outcome text, transfer_id text, kind text, legs jsonb)
    ), found as materialized (
      select e.*, of.account_id, of.amount, of.entity_id
      from requests e left join lateral (select h.* from hold h where h.id = e.hold_id limit 1) of on true
    ), verdict as materialized (
      select (select count(distinct f.account_id) = count(*) from found f)
        and not exists (select from hold_event e where e.hold_id = any(ids))
        -- No transfer spends what another hold of the same call releases.
        and not exists (
          select from found f, jsonb_to_recordset(f.legs) as l(account text) where l.account = any(holders) and l.account <> f.account_id
        ) as is_fast_path
    ), freed as (
      update account a set held = a.held - f.amount from found f, verdict v
        where v.is_fast_path and a.id = f.account_id and a.id = any(holders)
    )
    select v.is_fast_path, (
      select jsonb_agg(jsonb_build_object(
        'id', f.transfer_id, 'kind', f.kind, 'entity_id', f.entity_id, 'event_time', ledger_resolve_all.event_time, 'legs', f.legs
      )) from found f where f.transfer_id is not null
    ) into was_fast_path, transfers from verdict v;
  end if;
  if was_fast_path then
    if transfers is not null then perform ledger_post_all(transfers); end if;
    insert into hold_event (hold_id, outcome, transfer_id, event_time)
      select e.hold_id, e.outcome, e.transfer_id, ledger_resolve_all.event_time
      from jsonb_to_recordset(ends) as e(hold_id text, outcome text, transfer_id text);
    return array_fill(true, array[cardinality(ids)]);
  end if;
  return array(
    select ledger_resolve(e.hold_id, e.outcome, ledger_resolve_all.event_time, e.transfer_id, e.kind, e.legs)
    from jsonb_to_recordset(ends) as e(hold_id text, outcome text, transfer_id text, kind text, legs jsonb)
  );
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_resolve_all from public;
grant execute on function ledger_resolve_all to wusd_app;
