import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '@wusd/api/testing/databases';
import { createDemoTemplate } from '@wusd/api/testing/process';
import { forgetSeen } from './seen.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../.data/test-postgres');

/**
 * One PostgreSQL for all journeys. Each journey has its own server, and a copy of a database with the demo customers.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startTestPostgres(folder);
  forgetSeen();
  process.env.TEST_POSTGRES_URL = server.url;
  process.env.TEST_DEMO_TEMPLATE = await createDemoTemplate(server.url);
  return () => server.stop();
}
