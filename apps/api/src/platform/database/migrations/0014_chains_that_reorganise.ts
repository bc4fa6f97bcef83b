import { type Kysely, sql } from 'kysely';

/** Each network is read from a place of its own; what a chain takes back can come again; what is stuck is signed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into scan_cursor (source, position)
      select 'network-' || network_id, position from network_terms, scan_cursor where source = 'chain';
    delete from scan_cursor where source = 'chain';

    /* Of what was taken back, so that it is found again where it comes again. */
    grant delete on deposit_seen to wusd_app;

    /* So deep that nothing takes it back: looked at until then, credited or not. */
    alter table crypto_transaction add column is_final boolean not null default false;
    drop index crypto_transaction_open;
    create index crypto_transaction_open on crypto_transaction (id) where not is_final and status <> 'failed';

    /* Signed again for a better price at the same nonce, or at another where a nonce went to something else. */
    alter table signed_tx drop constraint signed_tx_pkey;
    alter table signed_tx drop constraint signed_tx_network_id_nonce_key;
    alter table signed_tx
      add column attempt int not null default 1,
      add column price text not null default '',
      add primary key (withdrawal_id, attempt);
    create unique index signed_tx_hash on signed_tx (network_id, hash);
    create index signed_tx_nonce on signed_tx (network_id, nonce);
  `.execute(db);
}
