import { type Kysely, sql } from 'kysely';

/** Money set aside, resolved once; transfers compared whole; and the chain that seals what was posted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table hold (
      id text primary key,
      account_id text not null references account,
      amount numeric(38,0) not null check (amount > 0),
      kind text not null,
      entity_id text not null,
      event_time timestamptz not null
    );
    create index hold_of_account on hold (account_id);
    create table hold_event (
      /* The key is what makes it once. */
      hold_id text primary key references hold,
      outcome text not null check (outcome in ('post', 'void', 'expire')),
      transfer_id text references transfer,
      event_time timestamptz not null,
      check ((outcome = 'post') = (transfer_id is not null))
    );

    create table chain_block (
      number bigint primary key,
      previous_hash bytea not null,
      hash bytea not null,
      sealed_at timestamptz not null
    );
    create table chain_member (
      transfer_id text primary key references transfer,
      block bigint not null references chain_block
    );
    create index chain_member_of_block on chain_member (block);
    /* What is posted and not yet sealed. */
    create table chain_pending (transfer_id text primary key references transfer);
    insert into chain_pending select id from transfer;

    /* What a transfer says, all of it. */
    create function ledger_digest(transfer) returns bytea language sql stable set search_path from current as $$
      select sha256(convert_to(jsonb_build_array(
        $1.id, $1.kind, $1.entity_id, $1.reverses, to_char($1.event_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
        (select jsonb_agg(jsonb_build_array(p.account_id, p.version, p.amount::text, p.balance_after::text) order by p.account_id, p.version)
          from posting p where p.transfer_id = $1.id)
      )::text, 'UTF8'))
    $$;

    grant select on hold, hold_event, chain_block, chain_member, chain_pending to wusd_app;
  `.execute(db);

  // The same id with other legs, on other accounts or in another entity is another transfer.
  await sql`
    create or replace function ledger_post(transfer_id text, kind text, entity_id text, event_time timestamptz, legs jsonb) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      unbalanced text;
      leg record;
      is_same boolean;
    begin
      insert into transfer (id, kind, entity_id, event_time) values (transfer_id, kind, entity_id, event_time) on conflict do nothing;
      if not found then
        select t.kind = ledger_post.kind and t.entity_id = ledger_post.entity_id and not exists (
          (select l.account, sum(l.amount) from jsonb_to_recordset(legs) as l(account text, amount numeric) group by l.account
            except select p.account_id, p.amount from posting p where p.transfer_id = ledger_post.transfer_id)
          union all
          (select p.account_id, p.amount from posting p where p.transfer_id = ledger_post.transfer_id
            except select l.account, sum(l.amount) from jsonb_to_recordset(legs) as l(account text, amount numeric) group by l.account)
        ) into is_same from transfer t where t.id = ledger_post.transfer_id;
        if is_same then return false; end if;
        raise exception 'transfer % exists with another body', transfer_id using errcode = 'WL001';
      end if;

      insert into chain_pending values (ledger_post.transfer_id);
      if jsonb_array_length(legs) < 2 then raise exception 'a transfer has at least two legs' using errcode = 'WL002'; end if;

      select string_agg(coalesce(sums.asset, 'an unknown account'), ', ') into unbalanced from (
        select a.asset from jsonb_to_recordset(legs) as l(account text, amount numeric) left join account a on a.id = l.account
        group by a.asset having a.asset is null or sum(l.amount) <> 0
      ) sums;
      if unbalanced is not null then raise exception 'legs do not sum to zero: %', unbalanced using errcode = 'WL003'; end if;

      for leg in
        select l.account, sum(l.amount) as amount from jsonb_to_recordset(legs) as l(account text, amount numeric)
        group by l.account order by l.account
      loop
        with moved as (
          update account a set
            posted = a.posted + case a.normal_side when 'debit' then leg.amount else -leg.amount end,
            version = a.version + 1
          where a.id = leg.account
          returning a.id, a.version, a.posted
        )
        insert into posting (account_id, version, transfer_id, amount, balance_after)
          select moved.id, moved.version, ledger_post.transfer_id, leg.amount, moved.posted from moved;
      end loop;
      return true;
    end $$;

    /* Sets money of one account aside. False where the same was held before. */
    create function ledger_hold(hold_id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz) returns boolean
    language plpgsql security definer set search_path from current as $$
    begin
      insert into hold (id, account_id, amount, kind, entity_id, event_time)
        values (hold_id, account, amount, kind, entity_id, event_time) on conflict do nothing;
      if not found then
        perform from hold h where h.id = hold_id and h.account_id = account and h.amount = ledger_hold.amount
          and h.kind = ledger_hold.kind and h.entity_id = ledger_hold.entity_id;
        if found then return false; end if;
        raise exception 'hold % exists with another body', hold_id using errcode = 'WL001';
      end if;
      update account a set held = a.held + ledger_hold.amount where a.id = account;
      return true;
    end $$;

    /* Ends a hold, once: its money moves by the transfer that is given, or is free again. False where it ended just so before. */
    create function ledger_resolve(hold_id text, outcome text, event_time timestamptz, transfer_id text, kind text, legs jsonb) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      held hold%rowtype;
    begin
      select * into held from hold h where h.id = hold_id;
      if not found then raise exception 'there is no hold %', hold_id using errcode = 'WL004'; end if;
      /* Every account in id order before any is touched: two that end over the same accounts can't deadlock. */
      perform from account a
        where a.id = held.account_id or a.id in (select l.account from jsonb_to_recordset(legs) as l(account text))
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

    /* Seals at most so many of what is pending into one block, whose hash is over the one before it and all that they say. */
    create function ledger_seal(at_most int, at timestamptz) returns int
    language plpgsql security definer set search_path from current as $$
    declare
      ids text[];
      latest chain_block%rowtype;
    begin
      /* One after the other: each block needs the hash of the one before. */
      lock table chain_block in exclusive mode;
      with taken as (
        delete from chain_pending where transfer_id in (select p.transfer_id from chain_pending p order by p.transfer_id limit at_most)
        returning transfer_id
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

    revoke execute on function ledger_hold, ledger_resolve, ledger_seal from public;
    grant execute on function ledger_hold, ledger_resolve, ledger_seal to wusd_app;
  `.execute(db);
}
