-- Places a hold on an account. False if the same hold was placed before; the same id with other contents is an error.
create or replace function ledger_hold(
  hold_id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz
) returns boolean
language plpgsql security definer set search_path from current as $$
begin
  insert into hold (id, account_id, amount, kind, entity_id, event_time)
    values (hold_id, account, amount, kind, entity_id, event_time) on conflict do nothing;
  if not found then
    perform from hold h where h.id = hold_id and h.account_id = account and h.amount = ledger_hold.amount
      and h.kind = ledger_hold.kind and h.entity_id = ledger_hold.entity_id;
    if found then return false; end if;
    raise exception 'hold % exists with other contents', hold_id using errcode = 'WL001';
  end if;
  update account a set held = a.held + ledger_hold.amount where a.id = account;
  return true;
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_hold from public;
grant execute on function ledger_hold to wusd_app;
