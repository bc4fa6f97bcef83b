import { type Kysely, sql } from 'kysely';

/** What moves on each network costs and waits for; addresses in their networks' own formats; how far a deposit is. Amounts are minor units at the ledger's scale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* One amount for all stablecoins, at the scale that they share. */
    create table network_terms (
      network_id int primary key,
      confirmations int not null check (confirmations > 0),
      minimum_deposit numeric(38,0) not null check (minimum_deposit > 0),
      withdrawal_fee numeric(38,0) not null check (withdrawal_fee >= 0)
    );
    revoke insert, update, delete on network_terms from wusd_app;
    grant select on network_terms to wusd_app;

    /* Which of the keys that follow from our own is a customer's. */
    create table derivation (customer_id text primary key references customer, key_index bigint generated always as identity unique);
    grant select, insert on derivation to wusd_app;

    /* On some networks customers share an address, and are told apart by a memo. */
    alter table deposit_address add column memo text;
    alter table deposit_address drop constraint deposit_address_network_id_address_key;
    create unique index deposit_address_whole on deposit_address (network_id, address, coalesce(memo, ''));

    alter table crypto_transaction
      add column log_index int not null default 0,
      add column address text,
      add column memo text,
      add column sender text,
      add column confirmations int not null default 0,
      add column confirmations_needed int not null default 1,
      add column risk text not null default 'low' check (risk in ('low', 'high')),
      /* Why a person looks at it, decided before it is confirmed or by it. */
      add column hold_reason text;
    create index crypto_transaction_open on crypto_transaction (id) where status in ('processing', 'to be confirmed');

    alter table sandbox_transfer
      add column sender text not null default '',
      add column memo text,
      add column at timestamptz not null default '-infinity',
      /* As many as were said; without it they come with time. */
      add column confirmations int,
      add column is_gone boolean not null default false;
    create index sandbox_transfer_by_hash on sandbox_transfer (hash);
    alter table deposit_seen add column unmatched boolean not null default false;
    grant update (entity_id, unmatched) on deposit_seen to wusd_app;
  `.execute(db);
}
