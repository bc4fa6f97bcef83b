import { type Kysely, sql } from 'kysely';

/**
 * Accounts that everybody's transfers touch and that may go below zero: their legs are appended, and a job adds them up. Nobody waits
 * for their row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account add column appends boolean not null default false;
    alter table account add check (not appends or (may_go_negative and held = 0));
    update account set appends = true where may_go_negative and held = 0;
    grant insert (appends) on account to wusd_app;

    /* Posted, and not yet added up. No foreign key to the account: its row would be locked to share by every transfer, and ledger_post has looked. */
    create table posting_pending (
      account_id text not null,
      transfer_id text not null references transfer,
      amount numeric(38,0) not null check (amount <> 0),
      primary key (account_id, transfer_id)
    );
    create index posting_pending_of_transfer on posting_pending (transfer_id);
    grant select on posting_pending to wusd_app;

    /* Every leg of every transfer, added up or not. */
    create view leg as
      select transfer_id, account_id, amount from posting union all select transfer_id, account_id, amount from posting_pending;
    grant select on leg to wusd_app;
  `.execute(db);

  await sql`
    create or replace function ledger_post(transfer_id text, kind text, entity_id text, event_time timestamptz, legs jsonb) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      accounts text[];
      amounts numeric[];
      appended boolean[];
      unbalanced text;
    begin
      select array_agg(sums.account order by sums.account), array_agg(sums.amount order by sums.account) into accounts, amounts
      from (select l.account, sum(l.amount) as amount from jsonb_to_recordset(legs) as l(account text, amount numeric) group by l.account) sums;

      insert into transfer (id, kind, entity_id, event_time) values (transfer_id, kind, entity_id, event_time) on conflict do nothing;
      if not found then
        perform from transfer t where t.id = ledger_post.transfer_id and t.kind = ledger_post.kind and t.entity_id = ledger_post.entity_id and not exists (
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

      /* One look at the accounts: what each asset comes to, and whose legs are appended. */
      select string_agg(coalesce(assets.asset, 'an unknown account'), ', ') filter (where assets.asset is null or assets.total <> 0),
        (select array_agg(coalesce(a.appends, false) order by l.account) from unnest(accounts) as l(account) left join account a on a.id = l.account)
      into unbalanced, appended from (
        select a.asset, sum(l.amount) as total from unnest(accounts, amounts) as l(account, amount) left join account a on a.id = l.account
        group by a.asset
      ) assets;
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

    /* Adds up at most so many legs that were appended to one account. 0 where none waits. */
    create function ledger_roll_up(account_id text, at_most int) returns int
    language plpgsql security definer set search_path from current as $$
    declare
      account account%rowtype;
      rolled int;
    begin
      /* One after the other: each balance needs the one before. */
      select * into account from account a where a.id = account_id for update;
      with taken as (
        delete from posting_pending p where p.account_id = account.id and p.transfer_id in (
          select w.transfer_id from posting_pending w where w.account_id = account.id order by w.transfer_id limit at_most
        ) returning p.transfer_id, p.amount
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

    /* A transfer is sealed once each of its legs has its place and its balance. */
    create or replace function ledger_seal(at_most int, at timestamptz) returns int
    language plpgsql security definer set search_path from current as $$
    declare
      ids text[];
      latest chain_block%rowtype;
    begin
      /* One after the other: each block needs the hash of the one before. */
      lock table chain_block in exclusive mode;
      with taken as (
        delete from chain_pending where transfer_id in (
          select p.transfer_id from chain_pending p
          where not exists (select from posting_pending w where w.transfer_id = p.transfer_id)
          order by p.transfer_id limit at_most
        ) returning transfer_id
      ) select array_agg(transfer_id) into ids from taken;
      if ids is null then return 0; end if;
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

    revoke execute on function ledger_roll_up from public;
    grant execute on function ledger_roll_up to wusd_app;
  `.execute(db);
}
