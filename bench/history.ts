import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestPostgres } from '@wusd/api/testing/databases';
import { type LoadedHistory, openLoadedHistory } from '@wusd/api/testing/history-load';
import { median, table } from './table.ts';

const few = 10_000;
const many = Number(process.env['HISTORY_ENTRIES'] ?? 1_000_000);
const rounds = 40;

/** How long a page of one customer's history takes among ten thousand entries and among a million, in the same run. */
export async function history(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  try {
    const sizes = [
      await openLoadedHistory(await createTestDatabase(postgres.url), few),
      await openLoadedHistory(await createTestDatabase(postgres.url), many),
    ] as const;
    const rows: (string | number)[][] = [];
    for (const [name, ask] of Object.entries(searches)) {
      const took: number[][] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        // Interleaved, so that other load on the machine affects both equally.
        for (const [index, loaded] of sizes.entries()) {
          // oxlint-disable-next-line no-await-in-loop -- one at a time, so that they do not slow each other down
          const page = await prepared(loaded);
          const begun = performance.now();
          // oxlint-disable-next-line no-await-in-loop
          await ask(loaded, page);
          took[index]?.push(performance.now() - begun);
        }
      }
      const [small = 0, large = 0] = took.map(median);
      rows.push([name, small.toFixed(2), large.toFixed(2), (large / small).toFixed(2)]);
    }
    table(
      ['a page of 50', `ms of ${few.toLocaleString('en-US')}`, `ms of ${many.toLocaleString('en-US')}`, 'ratio'],
      rows,
    );
    for (const loaded of sizes) {
      // oxlint-disable-next-line no-await-in-loop
      await loaded.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A reference that is somewhere in the middle. */
async function prepared(loaded: LoadedHistory): Promise<string> {
  const { items } = await loaded.search({}, loaded.middle);
  return items.find(({ reference }) => reference !== undefined)?.reference ?? '';
}

const searches: Record<string, (loaded: LoadedHistory, reference: string) => Promise<unknown>> = {
  'the newest': (loaded) => loaded.search({}),
  'in the middle': (loaded) => loaded.search({}, loaded.middle),
  'of one kind': (loaded) => loaded.search({ kind: 'deposit', asset: 'fiat' }),
  'of a rare status': (loaded) => loaded.search({ status: 'failed' }),
  'of a status that nothing has': (loaded) => loaded.search({ status: 'rejected' }),
  'of a currency that nothing has': (loaded) => loaded.search({ currency: 'JPY' }),
  'of days in the past': (loaded) => loaded.search({ to: new Date(Date.now() - few * 30_000).toISOString() }),
  'by a whole reference': (loaded, reference) => loaded.search({ text: reference }),
  'by its first twelve characters': (loaded, reference) => loaded.search({ text: reference.slice(0, 12) }),
  'by its last twelve characters': (loaded, reference) => loaded.search({ text: reference.slice(-12) }),
  'by both its ends': (loaded, reference) => loaded.search({ text: `${reference.slice(0, 6)}…${reference.slice(-4)}` }),
  'by the beginning of an id': (loaded) => loaded.search({ text: 'ctx_01' }),
  'by an amount that nothing has': (loaded) => loaded.search({ text: '1,234.56' }),
  'by an amount that all have': (loaded) => loaded.search({ text: '1.00' }),
  'by a text that nothing has': (loaded) => loaded.search({ text: 'zzzzzzzz' }),
};
