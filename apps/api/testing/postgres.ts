import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { postgresPrograms, startTestPostgres } from './databases.ts';
import { createDemoTemplate } from './process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** Name of a database with the demo customers. */
    demoTemplate: string;
  }
}

const data = join(dirname(fileURLToPath(import.meta.url)), '../../../.data');

/**
 * Starts one PostgreSQL for the whole run, in which every test file has its own database. @param name name of the
 * server's folder
 */
export const setUpIn =
  (name: string) =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    // Versions of PostgreSQL can't read each other's data folders.
    const version = postgresPrograms?.replaceAll(/\W+/g, '-') ?? '';
    const server = await startTestPostgres(join(data, `${name}${version}`));
    project.provide('postgresUrl', server.url);
    project.provide('demoTemplate', await createDemoTemplate(server.url));
    return () => server.stop();
  };

export default setUpIn('test-postgres');
