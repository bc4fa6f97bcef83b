import { type Kysely, sql } from 'kysely';

/**
 * A challenge may stand for somebody who has no account yet, or none at all: then nobody can prove it, and it answers like any
 * other. An intent is a challenge of a session, bound to a body; once accepted it
 * keeps its answer. Where what proves it is not what its scene says, it says so itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table challenge
      alter column customer_id drop not null,
      alter column device drop not null,
      add column session_id text references session,
      add column body_hmac bytea,
      add column targets_sealed bytea,
      add column groups jsonb,
      add column answer_sealed bytea;

    create table recovery_code (
      customer_id text not null references customer,
      code_hmac bytea not null,
      used_at timestamptz,
      primary key (customer_id, code_hmac)
    );
    create table password_reset (
      hash bytea primary key,
      customer_id text not null references customer,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    alter table customer add column cooldown_ends_at timestamptz;
    alter table session drop constraint session_end_reason_check;
    alter table session add constraint session_end_reason_check
      check (end_reason in ('superseded', 'logout', 'refresh reused', 'password reset'));

    create table audit_log (
      id bigint generated always as identity primary key,
      customer_id text references customer,
      at timestamptz not null,
      actor text not null check (actor in ('customer', 'Operations', 'system')),
      act text not null,
      details jsonb not null
    );
    create index audit_log_of_customer on audit_log (customer_id, id desc);

    grant select, insert, update, delete on recovery_code, password_reset to wusd_app;
    grant select, insert on audit_log to wusd_app;
  `.execute(db);
}
