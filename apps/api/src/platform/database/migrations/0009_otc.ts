import { type Kysely, sql } from 'kysely';

/** What a swap costs, quotes, and the orders that take them. Amounts are minor units at the ledger's scale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Of a currency against WUSD, either way; bounds are in WUSD. */
    create table swap_terms (
      currency text primary key references asset,
      basis_points int not null check (basis_points > -10000 and basis_points < 10000),
      free_allowance numeric(38,0) not null check (free_allowance >= 0),
      minimum numeric(38,0) not null check (minimum > 0),
      maximum numeric(38,0) not null check (maximum >= minimum),
      approval_above numeric(38,0) not null
    );

    create table quote (
      id text primary key,
      customer_id text not null references customer,
      pay_currency text not null references asset,
      receive_currency text not null references asset,
      pay numeric(38,0) not null check (pay > 0),
      receive numeric(38,0) not null check (receive >= 0),
      rate text not null,
      basis_points int not null,
      /* In what is received: above zero it is charged, below it is given. */
      charge numeric(38,0) not null,
      /* Before any charge, in WUSD: what bounds and the allowance are compared with. */
      value numeric(38,0) not null,
      expires_at timestamptz not null,
      /* Set by its first review: the rate is good until then. */
      held_until timestamptz,
      used_at timestamptz
    );
    create index quote_of_customer on quote (customer_id) where used_at is null;
    create index quote_to_sweep on quote (expires_at) where used_at is null;

    create table otc_order (
      id text primary key,
      customer_id text not null references customer,
      /* The key is what makes a quote's use once. */
      quote_id text not null unique references quote,
      transfer_id text unique references transfer,
      status text not null,
      /* While it waits for approval: when its rate is over. */
      due_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index order_of_customer on otc_order (customer_id, id desc);
    create index order_to_settle on otc_order (id) where status = 'processing';
    create index order_to_expire on otc_order (due_at) where status = 'pending approval';

    grant select on swap_terms to wusd_app;
    grant select, insert, update, delete on quote to wusd_app;
    grant select, insert, update on otc_order to wusd_app;
  `.execute(db);
}
