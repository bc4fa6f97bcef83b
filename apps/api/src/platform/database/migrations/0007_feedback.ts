import { type Kysely, sql } from 'kysely';

/** What people wrote to support, and the files they sent with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table feedback (
      reference text primary key,
      customer_id text references customer,
      message_sealed bytea not null,
      created_at timestamptz not null,
      closed_at timestamptz
    );
    create index feedback_open on feedback (created_at) where closed_at is null;
    create table feedback_attachment (
      reference text not null references feedback,
      number int not null,
      type text not null check (type in ('JPG', 'PNG', 'PDF')),
      bytes_sealed bytea not null,
      primary key (reference, number)
    );
    grant select, insert, update on feedback, feedback_attachment to wusd_app;
  `.execute(db);
}
