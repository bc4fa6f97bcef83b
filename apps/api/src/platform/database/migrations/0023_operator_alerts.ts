import { type Kysely, sql } from 'kysely';

/** Conditions that operators have to act on: at most one open alert for each kind and entity. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_alert (
      id bigint generated always as identity primary key,
      kind text not null,
      entity_id text not null,
      details jsonb not null,
      count int not null,
      opened_at timestamptz not null,
      last_at timestamptz not null,
      closed_at timestamptz,
      closed_by text
    );
    create unique index operator_alert_open on operator_alert (kind, entity_id) where closed_at is null;
    revoke delete on operator_alert from wusd_app;
    grant select, insert, update on operator_alert to wusd_app;
  `.execute(db);
}
