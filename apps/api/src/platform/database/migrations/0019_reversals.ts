import { type Kysely, sql } from 'kysely';

/** A transfer can say which one it reverses; each is reversed once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function ledger_post(text, text, text, timestamptz, jsonb)`.execute(db);
  // As before, and that. A node of the version before calls it without.
  await sql`
    create function ledger_post(
      transfer_id text, kind text, entity_id text, event_time timestamptz, legs jsonb, reverses text default null
    ) returns boolean
    language plpgsql security definer set search_path from current as $$
    declare
      accounts text[];
      amounts numeric[];
      appended boolean[];
      unbalanced text;
    begin
      select array_agg(sums.account order by sums.account), array_agg(sums.amount order by sums.account) into accounts, amounts
      from (select l.account, sum(l.amount) as amount from jsonb_to_recordset(legs) as l(account text, amount numeric) group by l.account) sums;

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
  `.execute(db);
  await sql`
    revoke execute on function ledger_post from public;
    grant execute on function ledger_post to wusd_app;
  `.execute(db);
}
