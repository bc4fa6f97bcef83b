import { type Kysely, sql } from 'kysely';

/** Addresses that customers withdraw to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blockchain_address (
      id text primary key,
      customer_id text not null references customer,
      label text not null,
      network_id int not null,
      address text not null,
      memo text,
      status text not null,
      risk text not null default 'low' check (risk in ('low', 'high')),
      /* Until then a payout to it waits. */
      payouts_from timestamptz not null,
      last_used_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index blockchain_address_of_customer on blockchain_address (customer_id, id);
    /* One of each, but for those that are gone. */
    create unique index blockchain_address_once on blockchain_address (customer_id, network_id, address, coalesce(memo, '')) where status <> 'gone';
    create index blockchain_address_waiting on blockchain_address (id) where status in ('pending add', 'pending delete');
    grant select, insert, update on blockchain_address to wusd_app;
  `.execute(db);
}
