import { type Kysely, sql } from 'kysely';

/** Until when one call alone executes an intent: the others neither spend their captcha nor execute it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table challenge add column executing_until timestamptz`.execute(db);
}
