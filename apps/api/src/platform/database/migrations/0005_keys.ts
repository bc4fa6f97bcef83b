import { type Kysely, sql } from 'kysely';

/** Keys that data is sealed and indexed under, each wrapped under the master key, which is nowhere in the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_key (
      id text primary key,
      kind text not null check (kind in ('sealing', 'indexing')),
      wrapped bytea not null,
      wrapped_by text not null,
      created_at timestamptz not null,
      active_from timestamptz not null
    );
    grant select, insert, update on data_key to wusd_app;
  `.execute(db);
}
