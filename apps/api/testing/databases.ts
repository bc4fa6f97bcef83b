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
  /** As an installation runs it, for measurements. @default false */
  isDurable?: boolean;
}

/** Folder of the programs of another PostgreSQL that the tests run on, e.g. `/usr/lib/postgresql/15/bin`. */
export const postgresPrograms = process.env['POSTGRES_PROGRAMS'];

/** Data of tests must survive a killed server, but not a power failure. Tests gather statistics themselves, with `analyze`. */
const parametersOf = ({ isDurable = false }: TestPostgresOptions): Record<string, string> =>
  isDurable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** A real PostgreSQL for tests, in `folder`. What an earlier, killed run left behind is adopted and swept. */
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

/** Starts the same PostgreSQL again, with its databases, after it crashed or was stopped. */
export function restartTestPostgres(folder: string, options: TestPostgresOptions = {}): Promise<TestPostgres> {
  return startEmbeddedPostgres(folder, { parameters: parametersOf(options), programs: postgresPrograms });
}

/**
 * A new database; answers its URL.
 * @param options.from the database that it is a copy of. @default one with the schema and nothing else
 * @param options.isEmpty without even the schema
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

/** The same database, as the application's own login. */
export function applicationUrl(ownerUrl: string): string {
  return deriveLogins(ownerUrl).applicationUrl;
}

/** The settings of a server on that database, as an installation gives them: a login each to serve, to migrate and to read. */
export function databaseEnvironment(ownerUrl: string): Record<string, string> {
  const { applicationUrl: DATABASE_URL, readOnlyUrl } = deriveLogins(ownerUrl);
  return { DATABASE_URL, WUSD_MIGRATOR_DATABASE_URL: ownerUrl, WUSD_READONLY_DATABASE_URL: readOnlyUrl };
}

/** What autovacuum would come to do, at once: the application's own role may not, and without statistics a plan is a guess. */
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
