import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@wusd/api/embedded-postgres';
import pg from 'pg';
import { median, table } from './table.ts';

const rounds = 7;
const statements = 2000;

/** One prepared statement after the other by one connection, over the embedded PostgreSQL's socket and over loopback. */
export async function socket(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-socket-'));
  // PostgreSQL runs under an account of its own where this runs as root.
  await chmod(folder, 0o755);
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), {
    parameters: { port: String(port), listen_addresses: '127.0.0.1' },
  });
  const overLoopback = new URL(postgres.url);
  overLoopback.hostname = '127.0.0.1';
  const urls = { 'Unix socket': postgres.url, loopback: overLoopback.toString() };
  const costs: Record<string, Cost[]> = {};
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [name, url] of Object.entries(urls)) (costs[name] ??= []).push(await measure(url));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const typical = (name: string, part: keyof Cost): number => median((costs[name] ?? []).map((cost) => cost[part]));
  table(
    ['connection', 'µs a statement', 'ratio', 'of them on our processor', 'ratio'],
    Object.keys(urls).map((name) => [
      name,
      ...(['elapsed', 'processor'] as const).flatMap((part) => [
        Math.round(typical(name, part)),
        `${(typical(name, part) / typical('loopback', part)).toFixed(2)}x`,
      ]),
    ]),
  );
}

/** Microseconds of one statement: until its answer, and of processor time in this process. */
interface Cost {
  elapsed: number;
  processor: number;
}

async function measure(url: string): Promise<Cost> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = (value: number) => client.query({ name: 'echo', text: 'select $1::int as value', values: [value] });
  try {
    for (let index = 0; index < 200; index += 1) await ask(index);
    const begun = performance.now();
    const before = process.cpuUsage();
    for (let index = 0; index < statements; index += 1) await ask(index);
    const { user, system } = process.cpuUsage(before);
    return { elapsed: ((performance.now() - begun) * 1000) / statements, processor: (user + system) / statements };
  } finally {
    await client.end();
  }
}
