import { type Kysely, sql } from 'kysely';

/** Bank accounts that customers withdraw to. What is said of them is sealed; what they are searched by is not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_account (
      id text primary key,
      customer_id text not null references customer,
      label text not null,
      bank_name text not null,
      country text not null,
      currency text not null references asset,
      rail text not null,
      /* Everything that was entered. */
      fields_sealed bytea not null,
      /* Of where payouts arrive: the same account is saved once. */
      payee_hmac bytea not null,
      status text not null,
      risk text not null default 'low' check (risk in ('low', 'high')),
      is_default boolean not null default false,
      /* Until then a payout to it waits. */
      payouts_from timestamptz not null,
      last_used_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index bank_account_of_customer on bank_account (customer_id, id);
    create unique index bank_account_once on bank_account (customer_id, payee_hmac) where status <> 'gone';
    create unique index bank_account_default on bank_account (customer_id) where is_default;
    create index bank_account_waiting on bank_account (id) where status in ('pending add', 'pending delete');
    grant select, insert, update on bank_account to wusd_app;
  `.execute(db);
}
