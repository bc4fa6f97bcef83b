-- Posts one transfer: signed legs, debits positive and credits negative, which sum to zero for each asset.
-- False where the same transfer was posted before. The same id with other legs, or of another entity, is an error.
create or replace function ledger_post(
  transfer_id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text default null
) returns boolean
language plpgsql security definer set search_path from current set enable_seqscan = off as $$
declare
  accounts text[];
  owners text[];
  transfer_owner text;
  amounts numeric[];
  assets text[];
  appended boolean[];
  unbalanced text;
begin
  -- Each account is looked up by its id: a join reads the whole table while there are no statistics.
  select array_agg(sums.account order by sums.account), array_agg(sums.amount order by sums.account),
    array_agg(of.asset order by sums.account), array_agg(of.appends order by sums.account),
    array_agg(of.owner order by sums.account), coalesce(min(of.owner) filter (where of.kind in ('cust', 'shortfall')), min(of.owner), '')
  into accounts, amounts, assets, appended, owners, transfer_owner
  from (select l.account, sum(l.amount) as amount from jsonb_to_recordset(legs) as l(account text, amount numeric) group by l.account) sums
  left join lateral (select a.asset, a.appends, a.owner, a.kind from account a where a.id = sums.account limit 1) of on true;
  if ledger_post.reverses is not null then
    select t.owner into transfer_owner from transfer t where t.id = ledger_post.reverses;
    if not found then raise exception 'there is no transfer % to reverse', ledger_post.reverses using errcode = 'foreign_key_violation'; end if;
  end if;

  insert into transfer (id, owner, kind, entity_id, event_time, reverses)
    values (transfer_id, transfer_owner, kind, entity_id, event_time, ledger_post.reverses) on conflict do nothing;
  if not found then
    perform from transfer t where t.owner = transfer_owner and t.id = ledger_post.transfer_id and t.kind = ledger_post.kind and t.entity_id = ledger_post.entity_id
      and t.reverses is not distinct from ledger_post.reverses and not exists (
      (select account, amount from unnest(accounts, amounts) as l(account, amount)
        except select p.account_id, p.amount from leg p where p.transfer_id = ledger_post.transfer_id)
      union all
      (select p.account_id, p.amount from leg p where p.transfer_id = ledger_post.transfer_id
        except select account, amount from unnest(accounts, amounts) as l(account, amount))
    );
    if found then return false; end if;
    raise exception 'transfer % exists with another body', transfer_id using errcode = 'WL001';
  end if;

  -- A transfer with the same id and another owner is in chain_pending, whose key makes this one wait for it, or it was sealed. Then it
  -- has committed, and the second statement sees it.
  insert into chain_pending values (ledger_post.transfer_id) on conflict do nothing;
  if found then perform from transfer t where t.id = ledger_post.transfer_id having count(*) = 1; end if;
  if not found then raise exception 'transfer % exists with another body', transfer_id using errcode = 'WL001'; end if;
  if jsonb_array_length(legs) < 2 then raise exception 'a transfer has at least two legs' using errcode = 'WL002'; end if;
  select string_agg(coalesce(sums.asset, 'an unknown account'), ', ') into unbalanced from (
    select l.asset from unnest(assets, amounts) as l(asset, amount) group by l.asset having l.asset is null or sum(l.amount) <> 0
  ) sums;
  if unbalanced is not null then raise exception 'legs do not sum to zero: %', unbalanced using errcode = 'WL003'; end if;

  -- In id order, so that two transfers over the same accounts can't deadlock.
  for position in 1..cardinality(accounts) loop
    if appended[position] then
      insert into posting_pending (owner, account_id, transfer_id, amount)
        values (owners[position], accounts[position], ledger_post.transfer_id, amounts[position]);
    else
      with moved as (
        update account a set
          posted = a.posted + case a.normal_side when 'debit' then amounts[position] else -amounts[position] end,
          version = a.version + 1
        where a.owner = owners[position] and a.id = accounts[position]
        returning a.owner, a.id, a.version, a.posted
      )
      insert into posting (owner, account_id, version, transfer_id, amount, balance_after)
        select moved.owner, moved.id, moved.version, ledger_post.transfer_id, amounts[position], moved.posted from moved;
    end if;
  end loop;
  return true;
end $$;

-- Runs with its owner's privileges: only roles that it is granted to may call it.
revoke execute on function ledger_post from public;
grant execute on function ledger_post to wusd_app;
