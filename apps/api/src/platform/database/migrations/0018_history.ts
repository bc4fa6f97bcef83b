import { type Kysely, sql } from 'kysely';

/** History: everything that moved money found fast however much there is, limits of swaps, long exports, balances of earlier days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Text is found anywhere in an id, a hash, an address or a reference; ships with PostgreSQL and needs no superuser. */
    create extension if not exists pg_trgm;
  `.execute(db);
  await sql`
    alter table crypto_transaction add column search_text text not null
      generated always as (id || ' ' || coalesce(hash, '') || ' ' || coalesce(address, '')) stored;
    create index crypto_transaction_text on crypto_transaction using gin (search_text gin_trgm_ops);
    create index crypto_transaction_by_status on crypto_transaction (customer_id, status, id);
    create index crypto_transaction_by_currency on crypto_transaction (customer_id, currency, id);

    alter table fiat_transaction add column search_text text not null
      generated always as (id || ' ' || coalesce(end_to_end_id, '') || ' ' || coalesce(statement_line, '')) stored;
    create index fiat_transaction_text on fiat_transaction using gin (search_text gin_trgm_ops);
    create index fiat_transaction_by_status on fiat_transaction (customer_id, status, id);
    create index fiat_transaction_by_currency on fiat_transaction (customer_id, currency, id);

    alter table otc_order
      /* The side that is not WUSD. */
      add column currency text references asset,
      add column search_text text not null generated always as (id || ' ' || coalesce(transfer_id, '')) stored;
    update otc_order o set currency = case q.pay_currency when 'WUSD' then q.receive_currency else q.pay_currency end
      from quote q where q.id = o.quote_id;
    alter table otc_order alter column currency set not null;
    create index order_text on otc_order using gin (search_text gin_trgm_ops);
    create index order_by_status on otc_order (customer_id, status, id);
    create index order_by_currency on otc_order (customer_id, currency, id);

    alter table auto_redemption_run
      add column status text not null generated always as (
        case when ended_at is null then 'processing' when stopped_because is null then 'completed' else 'failed' end) stored,
      add column search_text text not null
        generated always as (deposit_id || ' ' || coalesce(order_id, '') || ' ' || coalesce(withdrawal_id, '')) stored;
    create index auto_redemption_run_text on auto_redemption_run using gin (search_text gin_trgm_ops);
    create index auto_redemption_run_by_status on auto_redemption_run (customer_id, status, deposit_id);

    /* In WUSD, at the ledger's scale: how much may be swapped over the last 24 hours and the last 30 days. */
    create table swap_limit (
      account_type text primary key,
      daily numeric(38,0) not null check (daily > 0),
      monthly numeric(38,0) not null check (monthly >= daily)
    );
    revoke insert, update, delete on swap_limit from wusd_app;
    grant select on swap_limit to wusd_app;

    /* One for each customer: the newest. */
    create table export_job (
      id text primary key,
      customer_id text not null unique references customer,
      format text not null check (format in ('CSV', 'PDF')),
      language text not null,
      filter jsonb not null,
      /* What its customer may see. */
      scopes jsonb not null,
      status text not null check (status in ('processing', 'completed', 'failed')),
      done int not null,
      total int not null,
      /* Its file, once it is made. */
      file_sealed bytea,
      /* Until then one node is at it. */
      leased_until timestamptz,
      created_at timestamptz not null
    );
    create index export_job_open on export_job (created_at) where status = 'processing';
    grant select, insert, update, delete on export_job to wusd_app;

    /* What an account held at a moment. Its versions are in the order of time, so that the last one until then is found by halving. */
    create function balance_at(of_account text, at timestamptz) returns numeric language plpgsql stable set search_path from current as $$
    declare
      low bigint := 0;
      high bigint;
      middle bigint;
      is_before boolean;
    begin
      select version into high from account where id = of_account;
      while low < high loop
        middle := (low + high + 1) / 2;
        select t.event_time <= at into is_before
          from posting p join transfer t on t.id = p.transfer_id where p.account_id = of_account and p.version = middle;
        if is_before then low := middle; else high := middle - 1; end if;
      end loop;
      return coalesce((select balance_after from posting p where p.account_id = of_account and p.version = low), 0);
    end $$;
  `.execute(db);
}
