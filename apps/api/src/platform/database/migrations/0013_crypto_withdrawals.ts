import { type Kysely, sql } from 'kysely';

/** Withdrawals over blockchains, what was signed for them, and how much may leave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table crypto_transaction alter column hash drop not null;
    alter table crypto_transaction
      add column fee numeric(38,0) not null default 0 check (fee >= 0),
      add column address_id text references blockchain_address,
      /* When it may leave. */
      add column due_at timestamptz;
    create index crypto_transaction_to_send on crypto_transaction (due_at) where direction = 'withdrawal' and status = 'to be processed';
    create index crypto_transaction_to_address on crypto_transaction (address_id) where address_id is not null;

    /* Saved before it is sent: whoever sends it again sends the same bytes. */
    create table signed_tx (
      withdrawal_id text primary key references crypto_transaction,
      network_id int not null,
      nonce bigint not null,
      raw text not null,
      hash text not null,
      signed_at timestamptz not null,
      unique (network_id, nonce)
    );
    grant select, insert on signed_tx to wusd_app;
    create table payout_nonce (network_id int primary key, next bigint not null);
    grant select, insert, update on payout_nonce to wusd_app;

    /* In WUSD, at the ledger's scale; over the last 24 hours and the last 30 days. */
    create table withdrawal_limit (
      account_type text primary key,
      minimum numeric(38,0) not null check (minimum > 0),
      daily numeric(38,0) not null check (daily >= minimum),
      monthly numeric(38,0) not null check (monthly >= daily)
    );
    revoke insert, update, delete on withdrawal_limit from wusd_app;
    grant select on withdrawal_limit to wusd_app;

    create table sandbox_broadcast (
      network_id int not null,
      hash text not null,
      raw text not null,
      at timestamptz not null,
      confirmations int,
      is_reverted boolean not null default false,
      primary key (network_id, hash)
    );
    grant select, insert, update, delete on sandbox_broadcast to wusd_app;
  `.execute(db);
}
