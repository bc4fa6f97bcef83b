import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import pg from 'pg';
import { median, table } from './table.ts';

const rows = Number(process.env['SCHEMA_ROWS'] ?? 500_000);
const customers = 500;
const months = 36;
const rounds = 15;
const batch = 2000;

/** The way a table is built: keys and partitions. Columns and rows are the same for all shapes of a kind. */
interface Shape {
  keys: string[];
  /** Column whose ranges are the months; none where the table is whole. */
  partitionedBy?: 'at' | 'id';
}

interface Kind {
  /** How the table was before, first; the others are compared with it. */
  shapes: Record<string, Shape>;
  /** Statements on a table, with a customer as $1. A whole table gets the statement that its own index serves. */
  queries: Record<string, (name: string, isWhole: boolean) => string>;
}

const columns =
  'customer_id text not null, id text not null, seq bigint not null, at timestamptz not null, details text not null';
const yearAgo = `at >= now() - interval '13 months' and at < now() - interval '12 months'`;
const idsYearAgo = `id >= id_at(now() - interval '13 months') and id < id_at(now() - interval '12 months')`;

const kinds: Record<string, Kind> = {
  events: {
    shapes: {
      'one table': { keys: ['primary key (customer_id, seq)'] },
      'by month': { keys: ['primary key (customer_id, seq, at)'], partitionedBy: 'at' },
    },
    queries: {
      'after a number, as a stream reads': (name, isWhole) =>
        `select * from ${name} where customer_id = $1 and seq > ${rows / customers - 20} ${isWhole ? '' : "and at >= now() - interval '31 days'"} order by seq limit 200`,
    },
  },
  'audit log': {
    shapes: {
      'one table': { keys: ['primary key (id)', 'index (customer_id, id desc)'] },
      'by month': { keys: ['primary key (customer_id, at, id)'], partitionedBy: 'at' },
    },
    queries: {
      'newest page': (name, isWhole) =>
        `select * from ${name} where customer_id = $1 order by ${isWhole ? 'id desc' : 'at desc, id desc'} limit 100`,
      'page of a month a year ago': (name, isWhole) =>
        `select * from ${name} where customer_id = $1 and ${isWhole ? idsYearAgo : yearAgo} order by ${isWhole ? 'id desc' : 'at desc, id desc'} limit 100`,
      'all of a customer': (name, isWhole) =>
        `select * from ${name} where customer_id = $1 order by ${isWhole ? 'id' : 'at, id'}`,
    },
  },
  history: {
    shapes: {
      'keyed by id': { keys: ['primary key (id)', 'index (customer_id, id)'] },
      'keyed by customer': { keys: ['primary key (customer_id, id)', 'index (id)'] },
      'by customer and month': { keys: ['primary key (customer_id, id)', 'index (id)'], partitionedBy: 'id' },
    },
    queries: {
      'newest page': (name) => `select * from ${name} where customer_id = $1 order by id desc limit 51`,
      'page of a month a year ago': (name) =>
        `select * from ${name} where customer_id = $1 and ${idsYearAgo} order by id desc limit 51`,
      'export, oldest first': (name) => `select * from ${name} where customer_id = $1 order by id limit 500`,
      'one row by its id': (name) =>
        `select * from ${name} where id = (select max(id) from ${name} where customer_id = $1)`,
    },
  },
};

/** Rows a second, and milliseconds of each query, of the shapes of a kind, interleaved in one run on one PostgreSQL. */
export async function schema(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  try {
    const client = new pg.Client({ connectionString: await createTestDatabase(postgres.url, { isEmpty: true }) });
    await client.connect();
    await client.query(`
      create function id_at(moment timestamptz) returns text language sql immutable as
        $$ select 'ctx_' || lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') $$`);
    for (const [kind, { shapes, queries }] of Object.entries(kinds)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, or they would measure each other
      await measure(client, kind, shapes, queries);
    }
    await client.end();
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  client: pg.Client,
  kind: string,
  shapes: Kind['shapes'],
  queries: Kind['queries'],
): Promise<void> {
  const names = Object.keys(shapes);
  const isWhole = Object.values(shapes).map(({ partitionedBy }) => partitionedBy === undefined);
  const tables = names.map((_, index) => `${kind.replace(' ', '_')}_${index}`);
  for (const [index, shape] of Object.values(shapes).entries()) {
    // oxlint-disable-next-line no-await-in-loop
    await build(client, tables[index] ?? '', shape);
  }
  const now = `'${new Date().toISOString()}'::timestamptz`;
  const statements: Kind['queries'] = { ...queries, [`insert ${batch} rows`]: insertNow };
  const took: Record<string, number[][]> = {};
  const time = async (what: string, index: number, work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await work();
    ((took[what] ??= names.map(() => []))[index] ??= []).push(performance.now() - begun);
  };
  for (let round = 0; round <= rounds; round += 1) {
    // Whatever else the machine does falls on all alike, and none is always first.
    const order = tables.map((_, index) => (index + round) % tables.length);
    if (round === 1) for (const what of Object.keys(took)) delete took[what];
    for (const [what, textOf] of Object.entries(statements)) {
      for (const index of order) {
        const name = tables[index] ?? '';
        // A constant, like in the server, so that PostgreSQL excludes partitions when it plans.
        const text = textOf(name, isWhole[index] === true).replaceAll('now()', now);
        const values = text.includes('$1') ? [`usr_${(round * 37) % customers}`] : [];
        // oxlint-disable-next-line no-await-in-loop
        await time(what, index, () => client.query(text, values));
      }
    }
  }
  const [before = '', ...others] = names;
  table(
    [
      `${kind}, ${rows.toLocaleString('en-US')} rows, ${months} months`,
      `ms ${before}`,
      ...others.flatMap((name) => [`ms ${name}`, 'ratio']),
    ],
    Object.entries(took).map(([what, values]) => {
      const [floor = 0, ...rest] = values.map(median);
      return [what, floor.toFixed(2), ...rest.flatMap((each) => [each.toFixed(2), (each / floor).toFixed(2)])];
    }),
  );
}

async function build(client: pg.Client, name: string, { keys, partitionedBy }: Shape): Promise<void> {
  const inTable = keys.filter((key) => !key.startsWith('index'));
  const boundOf = (month: string): string =>
    partitionedBy === 'id' ? `id_at(${month})` : `to_char(${month}, 'YYYY-MM-DD"T"HH24:MI:SSOF')`;
  await client.query(
    `create table ${name} (${[columns, ...inTable].join(', ')}) ${partitionedBy ? `partition by range (${partitionedBy})` : ''}`,
  );
  if (partitionedBy)
    await client.query(`
      create table ${name}_default partition of ${name} default;
      do $do$ begin
        for ahead in -${months}..3 loop
          execute format('create table ${name}_%s partition of ${name} for values from (%L) to (%L)', ahead + ${months},
            ${boundOf(`date_trunc('month', now()) + make_interval(months => ahead)`)},
            ${boundOf(`date_trunc('month', now()) + make_interval(months => ahead + 1)`)});
        end loop;
      end $do$`);
  for (const key of keys.filter((each) => each.startsWith('index')))
    // oxlint-disable-next-line no-await-in-loop -- an index after the other
    await client.query(`create index on ${name} ${key.slice('index '.length)}`);
  await client.query(insertOf(name, 1, rows));
  await client.query(`vacuum analyze ${name}`);
}

/** Rows that are spread over the months and the customers. */
const insertOf = (name: string, from: number, to: number): string => `
  insert into ${name} select 'usr_' || n % ${customers}, id_at(at) || md5(n::text), n / ${customers}, at, repeat('x', 120)
  from generate_series(${from}, ${to}) n, lateral (select now() - (${rows} - n) * interval '${months} months' / ${rows} as at) moment`;

let next = rows;
function insertNow(name: string): string {
  next += batch;
  return `insert into ${name} select 'usr_' || n % ${customers}, id_at(now()) || md5(n::text), n, now(), repeat('x', 120)
    from generate_series(${next - batch + 1}, ${next}) n`;
}
