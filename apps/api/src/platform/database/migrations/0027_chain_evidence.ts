import { type Kysely, sql } from 'kysely';

/** What is known of each chain across restarts, the block of each deposit, and claims to transfers that name no customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /* Highest block that all sources of a network reported. Sources below it are behind, and prove nothing. */
    create table network_head (
      network_id int primary key,
      height bigint not null,
      hash text not null,
      seen_at timestamptz not null
    );
    grant select, insert, update on network_head to wusd_app;

    /* Hash of the block up to which a network was read: another hash at that height means a reorganisation. */
    alter table scan_cursor add column hash text;

    alter table crypto_transaction
      /* Block that has the transfer. Without it, no reorganisation can be proven. */
      add column block_height bigint,
      add column block_hash text,
      /* Currency and amount are placeholders until a person has decided on the claim. */
      add column is_undisclosed boolean not null default false,
      drop constraint crypto_transaction_amount_check,
      add constraint crypto_transaction_amount_check check (amount > 0 or is_undisclosed);

    /* Transfers to a shared address that name no customer: held in suspense until a claim is approved. */
    create table unmatched_transfer (
      network_id int not null,
      hash text not null,
      log_index int not null,
      currency text not null references asset,
      amount numeric(38,0) not null check (amount > 0),
      sender text not null,
      address text not null,
      memo text,
      seen_at timestamptz not null,
      primary key (network_id, hash, log_index)
    );
    grant select, insert on unmatched_transfer to wusd_app;

    /* One customer's claim to a transaction. Any number of customers can claim the same one. */
    create table deposit_claim (
      transaction_id text primary key references crypto_transaction,
      customer_id text not null references customer,
      network_id int not null,
      hash text not null,
      /* The transfer that it is about, once one is found. */
      log_index int,
      sender_address text,
      claimed_at timestamptz not null,
      search_until timestamptz not null,
      searched_at timestamptz not null
    );
    create index deposit_claim_of_hash on deposit_claim (network_id, hash);
    create index deposit_claim_of_customer on deposit_claim (customer_id, claimed_at);
    grant select, insert, update (log_index, searched_at) on deposit_claim to wusd_app;

    /* Refused claims used to keep their transfer for ever. */
    insert into unmatched_transfer (network_id, hash, log_index, currency, amount, sender, address, memo, seen_at)
      select t.network_id, t.hash, t.log_index, t.currency, t.amount, coalesce(t.sender, ''), t.address, t.memo, t.created_at
      from crypto_transaction t join deposit_seen s on s.entity_id = t.id
      where t.hold_reason = 'missing-memo' and t.status = 'rejected' and t.address is not null;
    update deposit_seen s set unmatched = true, entity_id = 'unmatched'
      from crypto_transaction t where t.id = s.entity_id and t.hold_reason = 'missing-memo' and t.status = 'rejected';
  `.execute(db);
}
