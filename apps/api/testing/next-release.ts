import { type Migrations, releasedMigrations } from '../src/platform/database/migrator.ts';

/** Example migrations of a later release, on the fastest-growing tables. */
export const nextRelease: Migrations = {
  ...releasedMigrations,
  '9001_columns': `
    create table transfer_note (id text primary key, body text not null);
    alter table crypto_transaction add column note text, add column rank int not null default 0;
  `,
  '9002_order_note': 'alter table otc_order add column note text;',
  '9003_backfill': `-- online: a million rows are filled in
create index concurrently if not exists crypto_transaction_without_note on crypto_transaction (id) where note is null;
-- batch
with batch as (
  select customer_id, id from crypto_transaction where note is null order by id limit 1000 for update
)
update crypto_transaction t set note = 'moved' from batch b where t.customer_id = b.customer_id and t.id = b.id;
drop index concurrently if exists crypto_transaction_without_note;
create index concurrently if not exists crypto_transaction_by_rank on crypto_transaction (customer_id, rank, id);
`,
};
