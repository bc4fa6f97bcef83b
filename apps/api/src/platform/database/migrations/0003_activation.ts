import { type Kysely, sql } from 'kysely';

/** Links by which accounts are activated. A newer one takes the place of the older; what is kept is the key's hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activation (
      customer_id text primary key references customer,
      hash bytea not null unique,
      expires_at timestamptz not null
    );
    grant select, insert, update, delete on activation to wusd_app;
  `.execute(db);
}
