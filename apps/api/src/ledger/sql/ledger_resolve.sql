-- Resolves a hold, once: its money moves by the given transfer, or is released. False where it was resolved the same way before.
create or replace function ledger_resolve(
  hold_id text, outcome text, event_time timestamptz, transfer_id text, kind text, legs jsonb
) returns boolean
language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  held hold%rowtype;
begin
  select * into held from hold h where h.id = hold_id;
  if not found then raise exception 'there is no hold %', hold_id using errcode = 'WL004'; end if;
  -- All accounts are locked in id order before any is updated, so that two calls can't deadlock.
  perform from account a
    where a.id = any(array(select held.account_id union all select l.account from jsonb_to_recordset(legs) as l(account text)))
      and not a.appends
    order by a.id for update;
  perform from hold_event e where e.owner = held.owner and e.hold_id = ledger_resolve.hold_id;
  if found then
    perform from hold_event e where e.owner = held.owner and e.hold_id = ledger_resolve.hold_id and e.outcome = ledger_resolve.outcome
      and e.transfer_id is not distinct from ledger_resolve.transfer_id;
    if not found then raise exception 'hold % ended otherwise', hold_id using errcode = 'WL005'; end if;
    if transfer_id is not null then perform ledger_post(transfer_id, kind, held.entity_id, event_time, legs); end if;
    return false;
  end if;
  update account a set held = a.held - held.amount where a.owner = held.owner and a.id = held.account_id;
  if transfer_id is not null then perform ledger_post(transfer_id, kind, held.entity_id, event_time, legs); end if;
  insert into hold_event (owner, hold_id, outcome, transfer_id, event_time) values (held.owner, hold_id, outcome, transfer_id, event_time);
  return true;
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_resolve from public;
grant execute on function ledger_resolve to wusd_app;
