import { type Kysely, sql } from 'kysely';

/** WUSD that arrives is redeemed and paid out, for who has turned that on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auto_redemption (
      customer_id text primary key references customer,
      is_on boolean not null,
      changed_at timestamptz not null
    );
    grant select, insert, update on auto_redemption to wusd_app;

    /* The key is the deposit: whatever is begun again is the same run. */
    create table auto_redemption_run (
      deposit_id text primary key references crypto_transaction,
      customer_id text not null references customer,
      order_id text unique references otc_order,
      withdrawal_id text unique references fiat_transaction,
      /* Why it did not come to its end. */
      stopped_because text,
      created_at timestamptz not null,
      ended_at timestamptz
    );
    create index auto_redemption_run_of_customer on auto_redemption_run (customer_id, deposit_id desc);
    create index auto_redemption_run_open on auto_redemption_run (deposit_id) where ended_at is null;
    grant select, insert, update on auto_redemption_run to wusd_app;
  `.execute(db);
}
