import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the server; databases are copied from `wusd_template`. */
    postgresUrl: string;
  }
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../.data/test-postgres');

/** One real PostgreSQL for the whole run. What an earlier, killed run left behind is adopted and swept. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbeddedPostgres(folder);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database where datname like 'wusd_%'`,
  );
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
  await admin.query('create database wusd_template');
  await migrate(databaseUrl(server.url, 'wusd_template'));
  await admin.end();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
