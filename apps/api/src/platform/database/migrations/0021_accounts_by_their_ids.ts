import { type Kysely, sql } from 'kysely';

/**
 * As before, and every account is found by its id alone: a join let PostgreSQL read all of them for one transfer, where it knew nothing
 * of the table yet. Accounts whose legs are appended are not held either while a hold ends. What waits to be added up or sealed is mostly
 * counted when nothing does, and joined by that count it took a second for each thousand: it is named first, and found by its name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function ledger_post(
      transfer_id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text default null
    ) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      accounts text[];
      amounts numeric[];
      assets text[];
      appended boolean[];
      unbalanced text;
    begin
      /* One look at the accounts, each by its id. */
      select array_agg(sums.account order by sums.account), array_agg(sums.amount order by sums.account),
        array_agg(of.asset order by sums.account), array_agg(of.appends order by sums.account)
      into accounts, amounts, assets, appended
      from (select l.account, sum(l.amount) as amount from jsonb_to_recordset(legs) as l(account text, amount numeric) group by l.account) sums
      left join lateral (select a.asset, a.appends from account a where a.id = sums.account limit 1) of on true;

      insert into transfer (id, kind, entity_id, event_time, reverses)
        values (transfer_id, kind, entity_id, event_time, ledger_post.reverses) on conflict do nothing;
      if not found then
        perform from transfer t where t.id = ledger_post.transfer_id and t.kind = ledger_post.kind and t.entity_id = ledger_post.entity_id
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

      insert into chain_pending values (ledger_post.transfer_id);
      if jsonb_array_length(legs) < 2 then raise exception 'a transfer has at least two legs' using errcode = 'WL002'; end if;
      select string_agg(coalesce(sums.asset, 'an unknown account'), ', ') into unbalanced from (
        select l.asset from unnest(assets, amounts) as l(asset, amount) group by l.asset having l.asset is null or sum(l.amount) <> 0
      ) sums;
      if unbalanced is not null then raise exception 'legs do not sum to zero: %', unbalanced using errcode = 'WL003'; end if;

      /* In id order, so that two transfers over the same accounts can't deadlock. */
      for position in 1..cardinality(accounts) loop
        if appended[position] then
          insert into posting_pending (account_id, transfer_id, amount) values (accounts[position], ledger_post.transfer_id, amounts[position]);
        else
          with moved as (
            update account a set
              posted = a.posted + case a.normal_side when 'debit' then amounts[position] else -amounts[position] end,
              version = a.version + 1
            where a.id = accounts[position]
            returning a.id, a.version, a.posted
          )
          insert into posting (account_id, version, transfer_id, amount, balance_after)
            select moved.id, moved.version, ledger_post.transfer_id, amounts[position], moved.posted from moved;
        end if;
      end loop;
      return true;
    end $$;

    create or replace function ledger_resolve(
      hold_id text, outcome text, event_time timestamptz, transfer_id text, kind text, legs jsonb
    ) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      held hold%rowtype;
    begin
      select * into held from hold h where h.id = hold_id;
      if not found then raise exception 'there is no hold %', hold_id using errcode = 'WL004'; end if;
      /* Every account in id order before any is touched: two that end over the same accounts can't deadlock. */
      perform from account a
        where a.id = any(array(select held.account_id union all select l.account from jsonb_to_recordset(legs) as l(account text)))
          and not a.appends
        order by a.id for update;
      perform from hold_event e where e.hold_id = ledger_resolve.hold_id;
      if found then
        perform from hold_event e where e.hold_id = ledger_resolve.hold_id and e.outcome = ledger_resolve.outcome
          and e.transfer_id is not distinct from ledger_resolve.transfer_id;
        if not found then raise exception 'hold % ended otherwise', hold_id using errcode = 'WL005'; end if;
        if transfer_id is not null then perform ledger_post(transfer_id, kind, held.entity_id, event_time, legs); end if;
        return false;
      end if;
      update account a set held = a.held - held.amount where a.id = held.account_id;
      if transfer_id is not null then perform ledger_post(transfer_id, kind, held.entity_id, event_time, legs); end if;
      insert into hold_event (hold_id, outcome, transfer_id, event_time) values (hold_id, outcome, transfer_id, event_time);
      return true;
    end $$;

    create or replace function ledger_roll_up(account_id text, at_most int) returns int
    language plpgsql security definer set search_path from current set enable_seqscan = off as $$
    declare
      account account%rowtype;
      ids text[];
      rolled int;
    begin
      /* One after the other: each balance needs the one before. */
      select * into account from account a where a.id = account_id for update;
      ids := array(select p.transfer_id from posting_pending p where p.account_id = account.id order by p.transfer_id limit at_most);
      with taken as (
        delete from posting_pending p where p.account_id = account.id and p.transfer_id = any(ids) returning p.transfer_id, p.amount
      ), steps as (
        select t.transfer_id, t.amount, row_number() over steps as step,
          sum(case account.normal_side when 'debit' then t.amount else -t.amount end) over steps as moved
        from taken t window steps as (order by t.transfer_id)
      ), posted as (
        insert into posting (account_id, version, transfer_id, amount, balance_after)
          select account.id, account.version + s.step, s.transfer_id, s.amount, account.posted + s.moved from steps s
      ), last as (select s.step, s.moved from steps s order by s.step desc limit 1)
      update account a set posted = a.posted + last.moved, version = a.version + last.step from last where a.id = account.id
        returning a.version - account.version into rolled;
      return coalesce(rolled, 0);
    end $$;

    create or replace function ledger_seal(at_most int, at timestamptz) returns int
    language plpgsql security definer set search_path from current set enable_seqscan = off as $$
    declare
      ids text[];
      latest chain_block%rowtype;
    begin
      /* One after the other: each block needs the hash of the one before. */
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

    /* Rows that are changed where they are: with room on their page their indexes stay as they are. */
    alter table customer set (fillfactor = 70);
    alter table account set (fillfactor = 70);
    alter table wallet_account set (fillfactor = 70);
    alter table challenge set (fillfactor = 50);
    alter table quote set (fillfactor = 70);
    alter table message set (fillfactor = 50);
  `.execute(db);
}
