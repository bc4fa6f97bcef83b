import { type Kysely, sql } from 'kysely';

/** What a customer sees of sign-ins, an authenticator that is being set up, proofs of an old factor, and codes that freeze. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      add column agent text not null default '',
      add column network text not null default '',
      add column last_seen_at timestamptz;
    update session set last_seen_at = created_at;
    alter table session alter column last_seen_at set not null;
    alter table session drop constraint session_end_reason_check;
    alter table session add constraint session_end_reason_check check (end_reason in
      ('superseded', 'logout', 'refresh reused', 'password reset', 'password changed', 'ended by customer', 'frozen'));
    create index session_of_customer on session (customer_id, id desc);

    create table authenticator_setup (
      customer_id text primary key references customer,
      secret_sealed bytea not null,
      expires_at timestamptz not null,
      tries int not null default 0,
      /* Time step of the code that proved it (RFC 6238). */
      proven_step bigint
    );
    create table precheck (
      id text primary key,
      customer_id text not null references customer,
      session_id text not null references session,
      change text not null check (change in ('phone', 'email')),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create table freeze_code (
      hash bytea primary key,
      customer_id text not null references customer,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    grant select, insert, update, delete on authenticator_setup, precheck, freeze_code to wusd_app;
  `.execute(db);
}
