import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '@wusd/api/testing/databases';
import pg from 'pg';
import { median, table } from '../table.ts';
import { advanceClock, type CandidateName, candidates, queueNames, type Worker } from './candidates.ts';

const idleSeconds = 15;
const samples = 200;
const patienceSeconds = 45;

/** Libraries that run jobs beside leases of our own, on one PostgreSQL. */
export async function compareLibraries(serverUrl: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of Object.keys(candidates) as CandidateName[]) {
    // oxlint-disable-next-line no-await-in-loop -- they would measure each other
    rows.push([name, ...(await measure(name, serverUrl))]);
  }
  table(
    [
      `${queueNames.length} queues, 2 nodes`,
      'start ms',
      'idle tx/s',
      'p50 ms',
      'p99 ms',
      'own clock',
      'killed: taken over s',
      'run twice',
      'as wusd_app',
    ],
    rows,
  );
}

async function measure(name: CandidateName, serverUrl: string): Promise<(string | number)[]> {
  const candidate = candidates[name];
  const url = await createTestDatabase(serverUrl);
  const client = new pg.Client(url);
  await client.connect();
  await candidate.install(url);
  await client.query('create table bench_run (job text, what text, pid int, at timestamptz)');
  const begun = new Map<string, (at: number) => void>();
  const handle = async (jobId: string): Promise<void> => begun.get(jobId)?.(performance.now());
  const waitFor = (jobId: string): Promise<number> => new Promise((resume) => begun.set(jobId, resume));

  const started: number[] = [];
  const workers: Worker[] = [];
  for (let index = 0; index < 5; index += 1) {
    const at = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    workers.push(await candidate.start(url, handle));
    started.push(performance.now() - at);
  }
  await Promise.all(workers.splice(2).map((worker) => worker.stop()));

  await wait(3000);
  const before = await transactions(serverUrl, url);
  await wait(idleSeconds * 1000);
  const idle = ((await transactions(serverUrl, url)) - before) / idleSeconds;

  const latencies: number[] = [];
  for (let index = 0; index < samples; index += 1) {
    const jobId = `sample-${index}`;
    const running = waitFor(jobId);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await client.query('begin');
    // oxlint-disable-next-line no-await-in-loop
    await candidate.enqueue(client, queueNames[index % queueNames.length] ?? '', jobId);
    // oxlint-disable-next-line no-await-in-loop
    await client.query('commit');
    const committed = performance.now();
    // oxlint-disable-next-line no-await-in-loop
    latencies.push((await running) - committed);
  }

  await Promise.all(workers.map((worker) => worker.stop()));

  const [takenOver, twice] = await killOne(name, url, client);
  await grantRows(client);
  const asServer = waitFor('as server');
  const withoutDdl = await candidate.start(url, handle, 'wusd_app').catch(() => undefined);
  await candidate.enqueue(client, queueNames[1] ?? '', 'as server');
  const worksAsServer = await Promise.race([asServer.then(() => 'works'), wait(5000).then(() => 'refused')]);
  await withoutDdl?.stop().catch(() => {});

  // Last, because leases are taken by the clock that has moved on.
  const last = await candidate.start(url, handle);
  const later = waitFor('later');
  await candidate.enqueue(client, queueNames[0] ?? '', 'later', 3600);
  advanceClock(7200);
  const followsClock = await Promise.race([later.then(() => 'yes'), wait(5000).then(() => 'no')]);
  advanceClock(-7200);
  await last.stop();
  await candidate.close?.();
  await client.end();
  const p99 = latencies.toSorted((a, b) => a - b)[Math.floor(samples * 0.99)] ?? 0;
  return [
    Math.round(median(started)),
    idle.toFixed(1),
    median(latencies).toFixed(1),
    p99.toFixed(1),
    followsClock,
    takenOver,
    twice,
    worksAsServer,
  ];
}

/** Two nodes in processes of their own, one of which is killed amid its work. @returns seconds until the rest was begun, and jobs that ended twice */
async function killOne(name: CandidateName, url: string, client: pg.Client): Promise<[string, number]> {
  const nodes = [0, 1].map(() => fork(join(import.meta.dirname, 'node.ts'), [name, url]));
  await Promise.all(nodes.map((node) => once(node, 'message')));
  for (const [index, queue] of queueNames.entries())
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await candidates[name].enqueue(client, queue, `kill-${index}`);
  await wait(150);
  const killedAt = performance.now();
  nodes[0]?.kill('SIGKILL');
  let takenOver = `> ${patienceSeconds}`;
  while (performance.now() - killedAt < patienceSeconds * 1000) {
    // oxlint-disable-next-line no-await-in-loop
    await wait(250);
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await client.query<{ count: string }>(
      `select count(distinct job) from bench_run where what = 'ended'`,
    );
    if (Number(rows[0]?.count) === queueNames.length) {
      takenOver = ((performance.now() - killedAt) / 1000).toFixed(1);
      break;
    }
  }
  const { rows } = await client.query(
    `select job from bench_run where what = 'ended' group by job having count(*) > 1`,
  );
  for (const node of nodes) node.kill('SIGKILL');
  return [takenOver, rows.length];
}

/** Grants the server's role what it would be granted by a migration: rows, never definitions. */
async function grantRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in ('pgboss', 'graphile_worker')`,
  );
  for (const { name } of rows)
    // oxlint-disable-next-line no-await-in-loop
    await client.query(`
      grant usage on schema ${name} to wusd_app;
      grant select, insert, update, delete on all tables in schema ${name} to wusd_app;
      grant execute on all functions in schema ${name} to wusd_app;
    `);
}

/** Transactions of one database so far, counted by PostgreSQL; a statement outside of any is one. */
async function transactions(serverUrl: string, url: string): Promise<number> {
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  const { rows } = await admin.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = $1',
    [new URL(url).pathname.slice(1)],
  );
  await admin.end();
  return Number(rows[0]?.count ?? 0);
}
