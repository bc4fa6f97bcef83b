import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import pg from 'pg';
import { openSwapLane } from './over-http.ts';
import { table } from './table.ts';

const rounds = Number(process.env['CAPACITY_ROUNDS'] ?? 4);

/** Assumptions about use, which nothing here measures. */
const use = {
  /** Swaps, deposits and withdrawals of one customer in a month; each is taken as costly as a swap. */
  paymentsAMonth: 8,
  /** Share of a day's payments in its busiest hour. */
  busiestHour: 0.15,
  /** Share of customers with the app open at the busiest moment. */
  online: 0.01,
} as const;

/** Memory of an event stream, from `npm run bench -- streams`. */
const streamBytes = 19 * 1024;

/**
 * What a customer and a payment weigh in the database, tables and indexes, and what that comes to for more of them: the load of the busiest
 * hour, the disk of a year, the memory of event streams.
 */
export async function capacity(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  try {
    const url = await createTestDatabase(postgres.url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const count = async (name: string): Promise<number> => {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
      return Number(rows[0]?.count ?? 0);
    };
    /** Bytes by table, its indexes included, without the space that vacuum can use again. */
    const sizes = async (): Promise<Map<string, number>> => {
      await client.query('vacuum full analyze');
      const { rows } = await client.query<{ name: string; bytes: string }>(
        `select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
           left join pg_inherits i on i.inhrelid = c.oid
           where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
      );
      return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
    };
    const total = (by: ReadonlyMap<string, number>): number => [...by.values()].reduce((sum, bytes) => sum + bytes, 0);
    const empty = await sizes();
    const lane = await openSwapLane(url);
    const loaded = await sizes();
    const customers = await count('customer');
    let aSecond = 0;
    for (let round = 0; round < rounds; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const measured = await lane.round();
      // The first round warms up.
      if (round > 0) aSecond = Math.max(aSecond, measured['swaps submitted over HTTP by 64 and settled'] ?? 0);
    }
    // Rows that are deleted soon do not count for a year.
    for (const each of ['one_time_code', 'challenge', 'throttle', 'precheck'])
      // oxlint-disable-next-line no-await-in-loop
      await client.query(`delete from ${each}`);
    const after = await sizes();
    const payments = await count('otc_order');
    await lane.close();
    await client.end();

    const perCustomer = (total(loaded) - total(empty)) / customers;
    const perPayment = (total(after) - total(loaded)) / payments;
    const grown = [...after].map(([name, bytes]) => [name, (bytes - (loaded.get(name) ?? 0)) / payments] as const);
    table(
      ['a payment, by table', 'bytes'],
      [
        ...grown.toSorted(([, one], [, another]) => another - one).slice(0, 10),
        ['all tables', perPayment] as const,
        ['a customer without payments', perCustomer] as const,
      ].map(([name, bytes]) => [name, bytes.toFixed(0)]),
    );
    const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0);
    table(
      [
        'customers',
        'payments a second, busiest hour',
        `of ${aSecond.toFixed(0)} on 2 cores`,
        'GB after a year',
        'GB of streams',
      ],
      [10_000, 100_000, 1_000_000, 10_000_000].map((many) => {
        const busiest = (many * use.paymentsAMonth * use.busiestHour) / 30 / 3600;
        return [
          many,
          busiest.toFixed(1),
          (busiest / aSecond).toFixed(3),
          gigabytes(many * (perCustomer + 12 * use.paymentsAMonth * perPayment)),
          gigabytes(many * use.online * streamBytes),
        ];
      }),
    );
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
