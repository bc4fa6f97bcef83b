-- Holds money of an account. False where the same hold was made before; the same id with another body is an error.
create or replace function ledger_hold(
  hold_id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz
) returns boolean
language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  held hold%rowtype;
begin
  -- The key of hold starts with the owner. The lock makes calls with the same id wait for each other, whatever their accounts are.
  perform pg_advisory_xact_lock(hashtextextended(hold_id, 0));
  select * into held from hold h where h.id = hold_id;
  if found then
    if held.account_id = account and held.amount = ledger_hold.amount and held.kind = ledger_hold.kind
      and held.entity_id = ledger_hold.entity_id then return false; end if;
    raise exception 'hold % exists with another body', hold_id using errcode = 'WL001';
  end if;
  insert into hold (id, owner, account_id, amount, kind, entity_id, event_time)
    values (hold_id, (select a.owner from account a where a.id = account), account, amount, kind, entity_id, event_time);
  update account a set held = a.held + ledger_hold.amount where a.id = account;
  return true;
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_hold from public;
grant execute on function ledger_hold to wusd_app;
