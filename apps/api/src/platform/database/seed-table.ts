import { createClient } from './connections.ts';

/** Gives a table the rows that it lacks; what it has stays as it is. Runs as the owner of the schema, where the server's own role can't write. */
export async function seedTable(url: string, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map((_, index) => `$${index + 1}`);
      await client.query(
        `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
        Object.values(row),
      );
    }
  } finally {
    await client.end();
  }
}
