-- Seals up to at_most pending transfers into one block, whose hash covers the block before it and every transfer in it.
-- A transfer is sealed once each of its legs is in posting. Returns how many were sealed. Sequential scans are off as
-- in ledger_roll_up.
create or replace function ledger_seal(at_most int, at timestamptz) returns int
language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  ids text[];
  latest chain_block%rowtype;
begin
  -- One call at a time: each block needs the hash of the one before.
  lock table chain_block in exclusive mode;
  ids := array(
    select p.transfer_id from chain_pending p
    where not exists (select from posting_pending w where w.transfer_id = p.transfer_id)
    order by p.transfer_id limit at_most
  );
  if cardinality(ids) = 0 then return 0; end if;
  delete from chain_pending p where p.transfer_id = any(ids);
  select * into latest from chain_block order by number desc limit 1;
  if not found then latest.number := 0; latest.hash := sha256('WUSD'); end if;
  insert into chain_block (number, previous_hash, hash, sealed_at) values (
    latest.number + 1,
    latest.hash,
    sha256(latest.hash || (select string_agg(ledger_digest(t), ''::bytea order by t.id) from transfer t where t.id = any(ids))),
    at
  );
  insert into chain_member (transfer_id, block) select unnest(ids), latest.number + 1;
  return cardinality(ids);
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_seal from public;
grant execute on function ledger_seal to wusd_app;
