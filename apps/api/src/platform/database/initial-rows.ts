import { createClient } from '@wusd/server-kit/connections';

/** Rows that a new database needs in a table. All rows have the same columns. */
export interface InitialRows {
  table: string;
  rows: readonly Record<string, unknown>[];
}

/**
 * Inserts missing initial rows and leaves existing rows unchanged. Uses one connection and one statement per table,
 * because a node does this at every start.
 *
 * @param url URL of the schema's owner: the application's login can't write to all of these tables
 */
export async function insertInitialRows(url: string, tables: readonly InitialRows[]): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    for (const { table, rows } of tables) {
      const columns = Object.keys(rows[0] ?? {});
      const values = rows.flatMap((row) => columns.map((column) => row[column]));
      const places = rows.map(
        (_, row) => `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ')})`,
      );
      await client.query(
        `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')} on conflict do nothing`,
        values,
      );
    }
  } finally {
    await client.end();
  }
}
