-- Moves at most so many pending legs of an account that appends to posting. Returns how many it moved.
--
-- Sequential scans are off because the statistics of posting_pending are mostly taken while it is empty: a plan for an empty
-- table took a second for each thousand legs.
create or replace function ledger_roll_up(account_id text, at_most int) returns int
language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  account account%rowtype;
  ids text[];
  rolled int;
begin
  -- One call at a time: each balance needs the one before.
  select * into account from account a where a.id = account_id for update;
  ids := array(select p.transfer_id from posting_pending p where p.owner = account.owner and p.account_id = account.id order by p.transfer_id limit at_most);
  with taken as (
    delete from posting_pending p where p.owner = account.owner and p.account_id = account.id and p.transfer_id = any(ids) returning p.transfer_id, p.amount
  ), steps as (
    select t.transfer_id, t.amount, row_number() over steps as step,
      sum(case account.normal_side when 'debit' then t.amount else -t.amount end) over steps as moved
    from taken t window steps as (order by t.transfer_id)
  ), posted as (
    insert into posting (owner, account_id, version, transfer_id, amount, balance_after)
      select account.owner, account.id, account.version + s.step, s.transfer_id, s.amount, account.posted + s.moved from steps s
  ), last as (select s.step, s.moved from steps s order by s.step desc limit 1)
  update account a set posted = a.posted + last.moved, version = a.version + last.step from last where a.owner = account.owner and a.id = account.id
    returning a.version - account.version into rolled;
  return coalesce(rolled, 0);
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_roll_up from public;
grant execute on function ledger_roll_up to wusd_app;
