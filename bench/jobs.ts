import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@wusd/api/testing/databases';
import { measureCodes } from './jobs/codes.ts';
import { compareLibraries } from './jobs/libraries.ts';

/** Ways to run jobs beside each other, and how long a code takes while every other gateway hangs. */
export async function jobs(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wusd-bench-'));
  const postgres = await startTestPostgres(folder, { isDurable: true });
  try {
    await measureCodes(postgres.url);
    if (process.env['JOBS_LIBRARIES'] !== 'no') await compareLibraries(postgres.url);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
