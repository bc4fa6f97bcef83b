import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '@wusd/api/testing/databases';
import { forgetSeen } from './seen.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.data/test-postgres');

/** One PostgreSQL for all journeys; each journey has a database and a server of its own. */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startTestPostgres(folder);
  forgetSeen();
  process.env.TEST_POSTGRES_URL = server.url;
  return () => server.stop();
}
