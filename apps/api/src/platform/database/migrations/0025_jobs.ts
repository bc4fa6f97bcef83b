import { type Kysely, sql } from 'kysely';

/** Leases of queues, and what failed in them. When work is due stays with the rows of the work itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_lease (
      queue text primary key,
      /* The node that works on the queue until the lease expires. */
      holder text not null,
      expires_at timestamptz not null,
      /* When a queue that is polled was begun last. */
      polled_at timestamptz not null
    );
    create table job_failure (
      queue text not null,
      /* Id of the row that failed; empty for the queue as a whole. */
      item text not null,
      attempts int not null,
      /* The error as the log has it: ids and codes, no values. */
      error jsonb not null,
      first_failed_at timestamptz not null,
      last_failed_at timestamptz not null,
      retry_at timestamptz not null,
      /* A dead letter: not tried again until an operator says so. */
      dead_at timestamptz,
      primary key (queue, item)
    );
    /* What every node asks once a second: open rows by network. */
    create index crypto_transaction_open_deposit on crypto_transaction (network_id)
      where direction = 'deposit' and not is_final and status <> 'failed';
    create index crypto_transaction_on_its_way on crypto_transaction (network_id)
      where direction = 'withdrawal' and status = 'processing';
    grant select, insert, update, delete on job_lease, job_failure to wusd_app;
  `.execute(db);
}
