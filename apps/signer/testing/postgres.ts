import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '@wusd/api/testing/databases';
import { createDemoTemplate } from '@wusd/api/testing/process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Name of a database with the demo customers. */
    demoTemplate: string;
  }
}

// Beside that of the server's tests, which may run at the same time.
const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../.data/signer-postgres');

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres(folder);
  project.provide('postgresUrl', server.url);
  project.provide('demoTemplate', await createDemoTemplate(server.url));
  return () => server.stop();
}
