import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './database.ts';
import type { Database } from './types.ts';

/** A row to insert: values by column name, JSON values as objects. */
export type Written = Record<string, string | number | boolean | Date | Buffer | object | null>;

/**
 * Passes rows of a table as one parameter to select from. The statement's text does not depend on the number of rows,
 * so its plan is cached, and many rows cost little more than one.
 */
export function rowsFromJson(table: keyof Database, rows: readonly Written[]): RawBuilder<unknown> {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${written(rows)}::jsonb)`;
}

/** Inserts rows, all with the same columns, in one statement. */
export async function insertAll(trx: Trx, table: keyof Database, rows: readonly Written[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  if (rows.length > 0)
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rowsFromJson(table, rows)}`.execute(
      trx,
    );
}

function written(rows: readonly Written[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
        ]),
      ),
    ),
  );
}
