import { randomUUID } from 'node:crypto';
import { createClient } from '@wusd/server-kit/connections';
import { ledgerFunctionFiles } from '../src/ledger/functions.ts';
import { migrate } from '../src/platform/database/migrator.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { deriveLogins, ensureLogins } from '../src/platform/database/logins.ts';
import type pg from 'pg';

export interface TestPostgres {
  /** Superuser URL. */
  url: string;
  stop(): Promise<void>;
}

const template = 'wusd_template';

export interface TestPostgresOptions {
  /** Whether to use production durability, for measurements. @default false */
  isDurable?: boolean;
}

/** Folder of another PostgreSQL's programs to test with, e.g. `/usr/lib/postgresql/15/bin`. */
export const postgresPrograms = process.env['POSTGRES_PROGRAMS'];

/** Test data must survive a killed server, but not a power failure. Tests that need statistics call `analyze`. */
const parametersOf = ({ isDurable = false }: TestPostgresOptions): Record<string, string> =>
  isDurable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/**
 * Starts a PostgreSQL for tests in `folder`. A server from an earlier, killed run is reused, and its databases are
 * dropped.
 */
export async function startTestPostgres(folder: string, options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const server = await restartTestPostgres(folder, options);
  await administer(server.url, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'wusd_%'`,
    );
    for (const { datname } of rows) await admin.query(`drop database "${datname}" with (force)`);
    await admin.query(`create database ${template}`);
  });
  await migrate(withDatabase(server.url, template), ledgerFunctionFiles);
  await ensureLogins(withDatabase(server.url, template));
  return server;
}

/** Restarts a PostgreSQL that crashed or was stopped, with its databases. */
export function restartTestPostgres(folder: string, options: TestPostgresOptions = {}): Promise<TestPostgres> {
  return startEmbeddedPostgres(folder, { parameters: parametersOf(options), programs: postgresPrograms });
}

/**
 * Creates a database.
 *
 * @param options.from database to copy. @default a database with only the schema
 * @param options.isEmpty whether to omit even the schema
 * @returns its URL
 */
export async function createTestDatabase(
  serverUrl: string,
  { isEmpty = false, from = template } = {},
): Promise<string> {
  const name = `wusd_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, (admin) =>
    admin.query(`create database ${name} template ${isEmpty ? 'template0' : from}`),
  );
  return withDatabase(serverUrl, name);
}

/** Returns the URL of the same database with the application's login. */
export function applicationUrl(ownerUrl: string): string {
  return deriveLogins(ownerUrl).applicationUrl;
}

/**
 * Returns the settings of a server on a database, like in production: separate logins to serve, to migrate and to
 * read.
 */
export function databaseEnvironment(ownerUrl: string): Record<string, string> {
  const { applicationUrl: DATABASE_URL, readOnlyUrl } = deriveLogins(ownerUrl);
  return { DATABASE_URL, WUSD_MIGRATOR_DATABASE_URL: ownerUrl, WUSD_READONLY_DATABASE_URL: readOnlyUrl };
}

/**
 * Gathers statistics immediately, like autovacuum. The application's role may not do this, and without statistics
 * plans are arbitrary.
 */
export function analyze(url: string): Promise<void> {
  return administer(url, (admin) => admin.query('vacuum analyze'));
}

async function administer(serverUrl: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = createClient({ connectionString: serverUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
