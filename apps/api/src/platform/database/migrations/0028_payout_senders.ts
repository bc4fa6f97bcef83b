import { type Kysely, sql } from 'kysely';
import { recoverTransactionAddress, type TransactionSerialized } from 'viem';

export interface SignedTables {
  signed_tx: { withdrawal_id: string; attempt: number; raw: string; sender: string };
}

/** Nonces belong to the address that signs, and what an address signs is counted in the database. */
export async function up(db: Kysely<SignedTables>): Promise<void> {
  await sql`
    alter table signed_tx
      add column sender text not null default '',
      add column kind text not null default 'payout' check (kind in ('payout', 'cancellation'));
    alter table payout_nonce add column sender text not null default '';
  `.execute(db);
  await nameSenders(db);
  await sql`
    alter table signed_tx alter column sender drop default;
    drop index signed_tx_nonce;
    create index signed_tx_nonce on signed_tx (network_id, sender, nonce);

    delete from payout_nonce;
    insert into payout_nonce (network_id, sender, next)
      /* A later sender was given nonces that followed the first one's: it starts at what its network expects of it. */
      select network_id, sender, max(nonce) + 1 from signed_tx s
      where sender = (select f.sender from signed_tx f where f.network_id = s.network_id order by f.nonce, f.attempt limit 1)
      group by network_id, sender;
    alter table payout_nonce alter column sender drop default;
    alter table payout_nonce drop constraint payout_nonce_pkey;
    alter table payout_nonce add primary key (network_id, sender);

    /* One row for each nonce that was given out, with what it pays: a second withdrawal can't be given the same one. */
    create table payout_usage (
      network_id int not null,
      sender text not null,
      nonce bigint not null,
      withdrawal_id text not null references crypto_transaction,
      currency text not null,
      amount numeric(38,0) not null check (amount > 0),
      signed_at timestamptz not null,
      primary key (network_id, sender, nonce)
    );
    create index payout_usage_window on payout_usage (network_id, sender, currency, signed_at);
    revoke update, delete on payout_usage from wusd_app;
    grant select, insert on payout_usage to wusd_app;
    insert into payout_usage
      select distinct on (s.network_id, s.sender, s.nonce)
        s.network_id, s.sender, s.nonce, s.withdrawal_id, t.currency, t.amount, s.signed_at
      from signed_tx s join crypto_transaction t on t.id = s.withdrawal_id
      order by s.network_id, s.sender, s.nonce, s.signed_at;
  `.execute(db);
}

/** The sender follows from an EVM transaction's signature; simulated payouts had none. */
async function nameSenders(db: Kysely<SignedTables>): Promise<void> {
  const rows = await db
    .selectFrom('signed_tx')
    .select(['withdrawal_id', 'attempt', 'raw'])
    .where('raw', 'like', '0x%')
    .execute();
  for (const { withdrawal_id: id, attempt, raw } of rows) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const sender = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized });
    // oxlint-disable-next-line no-await-in-loop
    await db
      .updateTable('signed_tx')
      .set({ sender })
      .where('withdrawal_id', '=', id)
      .where('attempt', '=', attempt)
      .execute();
  }
}
