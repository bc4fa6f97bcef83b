import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Roles belong to the server, not to the database: another database of it may have made this one already.
  await sql`
    do $$ begin
      create role wusd_read nologin;
    exception when duplicate_object or unique_violation then null;
    end $$;
    grant usage on schema public to wusd_read;
    grant select on all tables in schema public to wusd_read;
    alter default privileges in schema public grant select on tables to wusd_read;

    /* The application reads which migrations were applied, and applies none. */
    revoke insert, update, delete on kysely_migration, kysely_migration_lock from wusd_app;

    do $$
    declare definer regprocedure;
    begin
      /* These write with their owner's privileges: only roles that are granted them may call them. */
      for definer in
        select oid from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
      loop
        execute format('revoke execute on function %s from public', definer);
      end loop;
    end $$;
  `.execute(db);
}
