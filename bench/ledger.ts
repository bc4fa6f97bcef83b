import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { runLedgerModel } from '@wusd/api/testing/ledger-model';
import { type Lane, openLanes } from '@wusd/api/testing/transfers';
import { openSwapLane, openTransferLane } from './over-http.ts';
import { median, table } from './table.ts';

const clients = 8;
const seconds = 4;
const rounds = 5;

/** Transfers a second beside TPC-B's transaction on the same server, and a million operations beside a plain model. */
export async function ledger(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  try {
    const create = (): Promise<string> => createTestDatabase(postgres.url);
    await throughput(await create(), await create(), await create());
    await model(await create());
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Operations a second of one round of a lane. */
type Round = () => Promise<Record<string, number>>;

async function throughput(url: string, transfersUrl: string, swapsUrl: string): Promise<void> {
  const { lanes, rollUp, close } = await openLanes(url, clients);
  const overHttp = [await openTransferLane(transfersUrl), await openSwapLane(swapsUrl)];
  const kinds: Round[] = Object.entries(lanes).map(([name, lane]) => async () => ({
    [name]: await load(lane, rollUp),
  }));
  const isPgbenchHere = await hasPgbench();
  if (isPgbenchHere) kinds.push(async () => ({ 'TPC-B, by pgbench itself': await pgbench(url) }));
  kinds.push(...overHttp.map(({ round }) => round));

  const perSecond: Record<string, number[]> = {};
  // Interleaved, so that other load on the machine affects all lanes equally.
  for (let round = 0; round <= rounds; round += 1) {
    for (const run of kinds) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, or they would measure each other
      const measured = Object.entries(await run());
      // The first round is a warm-up.
      if (round > 0) for (const [name, value] of measured) (perSecond[name] ??= []).push(value);
    }
  }
  await close();
  await Promise.all(overHttp.map((lane) => lane.close()));
  const floor = median(Object.values(perSecond)[0] ?? []);
  table(
    [`${clients} clients, ${rounds} rounds of ${seconds} s`, 'a second', 'of TPC-B'],
    Object.entries(perSecond).map(([name, values]) => [
      name,
      Math.round(median(values)),
      (median(values) / floor).toFixed(2),
    ]),
  );
  if (!isPgbenchHere) console.log('  There is no pgbench on the PATH: its own figure is left out.');
}

async function load(lane: Lane, rollUp: Lane): Promise<number> {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let done = 0;
  const worker = setInterval(() => void rollUp(), 1000);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
        await lane();
        done += 1;
      }
    }),
  );
  clearInterval(worker);
  // Pending balance updates are part of the work.
  await rollUp();
  return (done * 1000) / (performance.now() - begun);
}

const run = promisify(execFile);

async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** On the tables that our own lane made, which are pgbench's. */
async function pgbench(url: string): Promise<number> {
  const { stdout } = await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${clients}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
    '-s',
    '10',
    url,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

async function model(url: string): Promise<void> {
  const operations = Number(process.env['LEDGER_OPERATIONS'] ?? 1_000_000);
  const seed = Number(process.env['LEDGER_SEED'] ?? randomInt(2 ** 31));
  const begun = performance.now();
  const run = await runLedgerModel({ url, operations, seed, lanes: clients });
  const took = (performance.now() - begun) / 1000;
  console.log(`\n  the ledger beside a plain model, LEDGER_SEED=${seed}`);
  table(
    ['answer', 'times'],
    Object.entries(run.answers).toSorted(([, a], [, b]) => b - a),
  );
  table(
    ['', ''],
    [
      ['operations', run.operations],
      ['seconds, with sealing and reconciliation', Math.round(took)],
      ['differences', run.differences.length],
    ],
  );
  for (const difference of run.differences.slice(0, 20)) console.log(`  ${difference}`);
}
