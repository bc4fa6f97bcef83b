import { type Kysely, sql } from 'kysely';

/** Why an identity was refused, and what is with the provider: a check is handed in once, and asked about until it is decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customer add column identity_reason text;
    create table identity_check (
      id text primary key,
      customer_id text not null references customer,
      created_at timestamptz not null,
      /* The provider's name for it, once it was handed in. */
      reference text,
      attempts int not null default 0,
      due_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index identity_check_one_open on identity_check (customer_id) where ended_at is null;
    create index identity_check_due on identity_check (due_at) where ended_at is null;

    create table sandbox_identity (
      reference text primary key,
      outcome text not null check (outcome in ('approved', 'rejected', 'undecided')),
      reason_code text,
      decides_at timestamptz not null
    );
    grant select, insert, update, delete on identity_check, sandbox_identity to wusd_app;
  `.execute(db);
}
