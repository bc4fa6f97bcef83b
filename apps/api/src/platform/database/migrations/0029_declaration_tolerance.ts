import { type Kysely, sql } from 'kysely';

/** How far a credit may be from a declared deposit and still close it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fiat_deposit_terms
      /* Of what was declared, either way: 1,000 is ten per cent. */
      add column tolerance_bp int not null default 1000 check (tolerance_bp between 0 and 10000),
      /* What banks on the way may keep of it, however small it is. */
      add column bank_charges numeric(38,0) not null default 0 check (bank_charges >= 0);
    /* As much as new databases begin with: about fifty dollars. */
    update fiat_deposit_terms set bank_charges = 5 * minimum;
  `.execute(db);
}
