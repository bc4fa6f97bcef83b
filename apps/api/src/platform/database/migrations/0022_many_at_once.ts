import { type Kysely, sql } from 'kysely';

/**
 * Many transfers, holds and ends of holds, in one statement for all of them. It writes what is plain: nothing of it was there before, and
 * every balance allows it after each step. Whatever is not is done one by one by the functions for one, which say what is wrong. Accounts
 * are held in id order before any is touched, whatever order they are named in: two that go over the same can't wait for each other in a ring.
 *
 * PostgreSQL takes a JSON list for a hundred rows, and a list in each for ten thousand: what it would compile for so many takes longer than the few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function ledger_post_all(transfers jsonb) returns boolean[]
    language plpgsql security definer set search_path from current set jit = off as $$
    declare
      ids text[] := array(select t.id from jsonb_to_recordset(transfers) as t(id text));
      accounts text[] := array(
        select distinct l.account from jsonb_to_recordset(transfers) as t(legs jsonb), jsonb_to_recordset(t.legs) as l(account text)
      );
      was_plain boolean := false;
    begin
      perform from account a where a.id = any(accounts) and not a.appends order by a.id for update;
      if cardinality(ids) > 1 then
        with asked as materialized (
          select * from rows from (
            jsonb_to_recordset(transfers) as (id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text)
          ) with ordinality as t(id, kind, entity_id, event_time, legs, reverses, number)
        ), legs as (
          select t.number, t.id, l.account, sum(l.amount) as amount
          from asked t, jsonb_to_recordset(t.legs) as l(account text, amount numeric) group by t.number, t.id, l.account
        ), steps as materialized (
          select l.number, l.id, l.account, l.amount, of.asset, of.appends, of.held, of.may_go_negative,
            of.version + row_number() over steps as version,
            of.posted + sum(case of.normal_side when 'debit' then l.amount else -l.amount end) over steps as after
          from legs l left join lateral (select a.* from account a where a.id = l.account limit 1) of on true
          window steps as (partition by l.account order by l.number)
        ), verdict as materialized (
          select (select count(distinct t.id) = count(*) and bool_and(t.reverses is null and jsonb_array_length(t.legs) > 1) from asked t)
            and not exists (select from transfer t where t.id = any(ids))
            and (select bool_and(s.asset is not null and (s.may_go_negative or s.after >= s.held)) from steps s)
            and not exists (select from steps s group by s.number, s.asset having sum(s.amount) <> 0)
            as is_plain
        ), transferred as (
          insert into transfer (id, kind, entity_id, event_time)
            select t.id, t.kind, t.entity_id, t.event_time from asked t, verdict v where v.is_plain
        ), unsealed as (
          insert into chain_pending (transfer_id) select t.id from asked t, verdict v where v.is_plain
        ), appended as (
          insert into posting_pending (account_id, transfer_id, amount)
            select s.account, s.id, s.amount from steps s, verdict v where v.is_plain and s.appends
        ), posted as (
          insert into posting (account_id, version, transfer_id, amount, balance_after)
            select s.account, s.version, s.id, s.amount, s.after from steps s, verdict v where v.is_plain and not s.appends
        ), last as (
          select distinct on (s.account) s.account, s.version, s.after from steps s, verdict v where v.is_plain and not s.appends
          order by s.account, s.number desc
        ), moved as (
          update account a set posted = last.after, version = last.version from last where a.id = last.account and a.id = any(accounts)
        )
        select v.is_plain into was_plain from verdict v;
      end if;
      if was_plain then return array_fill(true, array[cardinality(ids)]); end if;
      return array(
        select ledger_post(t.id, t.kind, t.entity_id, t.event_time, t.legs, t.reverses)
        from jsonb_to_recordset(transfers) as t(id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text)
      );
    end $$;

    create function ledger_hold_all(holds jsonb) returns boolean[]
    language plpgsql security definer set search_path from current set jit = off as $$
    declare
      ids text[] := array(select h.id from jsonb_to_recordset(holds) as h(id text));
      accounts text[] := array(select distinct h.account from jsonb_to_recordset(holds) as h(account text));
      was_plain boolean := false;
    begin
      perform from account a where a.id = any(accounts) order by a.id for update;
      if cardinality(ids) > 1 then
        with asked as materialized (
          select * from jsonb_to_recordset(holds)
            as h(id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz)
        ), verdict as materialized (
          /* That an account has not got it, the account's own check says. */
          select (select count(distinct h.id) = count(*) from asked h) and not exists (select from hold h where h.id = any(ids)) as is_plain
        ), held as (
          insert into hold (id, account_id, amount, kind, entity_id, event_time)
            select h.id, h.account, h.amount, h.kind, h.entity_id, h.event_time from asked h, verdict v where v.is_plain
        ), moved as (
          update account a set held = a.held + sums.amount
            from (select h.account, sum(h.amount) as amount from asked h, verdict v where v.is_plain group by h.account) sums
            where a.id = sums.account and a.id = any(accounts)
        )
        select v.is_plain into was_plain from verdict v;
      end if;
      if was_plain then return array_fill(true, array[cardinality(ids)]); end if;
      return array(
        select ledger_hold(h.id, h.account, h.amount, h.kind, h.entity_id, h.event_time)
        from jsonb_to_recordset(holds) as h(id text, account text, amount numeric, kind text, entity_id text, event_time timestamptz)
      );
    end $$;

    create function ledger_resolve_all(ends jsonb, event_time timestamptz) returns boolean[]
    language plpgsql security definer set search_path from current set jit = off as $$
    declare
      ids text[] := array(select e.hold_id from jsonb_to_recordset(ends) as e(hold_id text));
      holders text[] := array(select h.account_id from hold h where h.id = any(ids));
      was_plain boolean := false;
      transfers jsonb;
    begin
      perform from account a
        where a.id = any(holders || array(
          select l.account from jsonb_to_recordset(ends) as e(legs jsonb), jsonb_to_recordset(e.legs) as l(account text)
        )) and not a.appends
        order by a.id for update;
      if cardinality(ids) > 1 then
        with asked as materialized (
          select * from jsonb_to_recordset(ends) as e(hold_id text, outcome text, transfer_id text, kind text, legs jsonb)
        ), found as materialized (
          select e.*, of.account_id, of.amount, of.entity_id
          from asked e left join lateral (select h.* from hold h where h.id = e.hold_id limit 1) of on true
        ), verdict as materialized (
          select (select count(distinct f.account_id) = count(*) from found f)
            and not exists (select from hold_event e where e.hold_id = any(ids))
            /* What one of them sets free, no other counts on. */
            and not exists (
              select from found f, jsonb_to_recordset(f.legs) as l(account text) where l.account = any(holders) and l.account <> f.account_id
            ) as is_plain
        ), freed as (
          update account a set held = a.held - f.amount from found f, verdict v
            where v.is_plain and a.id = f.account_id and a.id = any(holders)
        )
        select v.is_plain, (
          select jsonb_agg(jsonb_build_object(
            'id', f.transfer_id, 'kind', f.kind, 'entity_id', f.entity_id, 'event_time', ledger_resolve_all.event_time, 'legs', f.legs
          )) from found f where f.transfer_id is not null
        ) into was_plain, transfers from verdict v;
      end if;
      if was_plain then
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

    revoke execute on function ledger_post_all, ledger_hold_all, ledger_resolve_all from public;
    grant execute on function ledger_post_all, ledger_hold_all, ledger_resolve_all to wusd_app;
  `.execute(db);
}
