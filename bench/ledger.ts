import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { runLedgerModel } from '@wusd/api/testing/ledger-model';
import { type Lane, openLanes } from '@wusd/api/testing/transfers';
import { median, table } from './table.ts';

const clients = 8;
const seconds = 4;
const rounds = 3;

/** Transfers a second beside TPC-B's transaction on the same server, and a million operations beside a plain model. */
export async function ledger(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder);
  try {
    await throughput(await createTestDatabase(postgres.url));
    await model(await createTestDatabase(postgres.url));
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function throughput(url: string): Promise<void> {
  const { lanes, close } = await openLanes(url, clients);
  const perSecond: Record<string, number[]> = {};
  // Interleaved, so that whatever else the machine does falls on all alike.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, lane] of Object.entries(lanes)) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, or they would measure each other
      const done = await load(lane);
      (perSecond[name] ??= []).push(done / seconds);
    }
  }
  await close();
  const floor = median(Object.values(perSecond)[0] ?? []);
  table(
    [`${clients} clients, ${rounds} rounds of ${seconds} s`, 'a second', 'of TPC-B'],
    Object.entries(perSecond).map(([name, values]) => [
      name,
      Math.round(median(values)),
      (median(values) / floor).toFixed(2),
    ]),
  );
}

async function load(lane: Lane): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        // oxlint-disable-next-line no-await-in-loop -- a client waits for its answer
        await lane();
        done += 1;
      }
    }),
  );
  return done;
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
