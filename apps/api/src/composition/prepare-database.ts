import { join, relative, resolve } from 'node:path';
import { findPendingMigrations, IncompatibleSchemaError, migrate } from '../platform/database/migrator.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { ensureLogins, findExcessPrivileges, grantLogins } from '../platform/database/logins.ts';
import { prepareWithdrawalLimits } from '../domains/transfers/crypto/limits.ts';
import { prepareNetworks } from '../domains/transfers/crypto/terms.ts';
import { prepareFiatTerms } from '../domains/transfers/fiat/terms.ts';
import { seedSwapLimits } from '../domains/exchange/otc/limits.ts';
import { seedSwapTerms } from '../domains/exchange/otc/terms.ts';
import { ledgerFunctionFiles } from '../ledger/functions.ts';
import { seedAssets } from '../ledger/ledger.ts';
import { type Settings, SettingsError } from './settings.ts';

export interface PreparedDatabase {
  /** Of the application's own login. */
  applicationUrl: string;
  /** Of a login that can't write, where there is one. */
  readOnlyUrl: string | undefined;
  /** Stops the embedded PostgreSQL, unless another process uses it. */
  stop(): Promise<void>;
}

/**
 * Brings the database up to date and finds the login that the server works as.
 *
 * @throws SettingsError where DATABASE_URL is of a role with more privileges than the application's, or the schema is out of date
 */
export async function prepareDatabase(settings: Settings, dataFolder: string): Promise<PreparedDatabase> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) return prepareEmbedded(dataFolder);
  try {
    return await prepareGiven(settings, databaseUrl);
  } catch (error) {
    throw explain(error, 'use an empty database');
  }
}

async function prepareEmbedded(dataFolder: string): Promise<PreparedDatabase> {
  const embedded = await startEmbeddedPostgres(join(dataFolder, 'postgres'));
  try {
    return { ...(await prepareAsOwner(embedded.url)), stop: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    // Where root can't share the data folder, PostgreSQL has one of its own elsewhere.
    const isInside = !relative(resolve(dataFolder), embedded.folder).startsWith('..');
    throw explain(error, `delete ${isInside ? dataFolder : `${dataFolder} and ${embedded.folder}`}`);
  }
}

async function prepareGiven(settings: Settings, databaseUrl: string): Promise<PreparedDatabase> {
  const { migratorDatabaseUrl, readOnlyDatabaseUrl } = settings;
  const given = { applicationUrl: databaseUrl, readOnlyUrl: readOnlyDatabaseUrl, stop: async () => {} };
  const excess = await findExcessPrivileges(databaseUrl);
  if (excess.length > 0) {
    if (settings.mode === 'production' || migratorDatabaseUrl !== undefined)
      throw new SettingsError(
        `DATABASE_URL is of a role that ${excess.join(', ')}. It must be the application's own login, with none of that; give the owner of the schema as WUSD_MIGRATOR_DATABASE_URL. apps/api/README.md says how to create both.`,
      );
    return { ...(await prepareAsOwner(databaseUrl)), stop: given.stop };
  }
  if (migratorDatabaseUrl !== undefined) {
    await updateSchema(migratorDatabaseUrl);
    await grantLogins(migratorDatabaseUrl, given);
    return given;
  }
  const pending = await findPendingMigrations(databaseUrl);
  if (pending.length > 0)
    throw new SettingsError(
      `The database lacks ${pending.join(', ')}. Give its owner as WUSD_MIGRATOR_DATABASE_URL, once: npm run operator -- migrate`,
    );
  return given;
}

/** What to do about a schema that can't be upgraded, in the message that whoever starts the server reads. */
function explain(error: unknown, startAnew: string): unknown {
  return error instanceof IncompatibleSchemaError
    ? new SettingsError(`${error.message}: to start anew, ${startAnew}.`, { cause: error })
    : error;
}

/** For who has one URL, of the owner: the other logins are created. */
async function prepareAsOwner(ownerUrl: string): Promise<{ applicationUrl: string; readOnlyUrl: string }> {
  await updateSchema(ownerUrl);
  return ensureLogins(ownerUrl);
}

async function updateSchema(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl, ledgerFunctionFiles);
  await seedAssets(ownerUrl);
  await seedSwapTerms(ownerUrl);
  await prepareNetworks(ownerUrl);
  await prepareWithdrawalLimits(ownerUrl);
  await seedSwapLimits(ownerUrl);
  await prepareFiatTerms(ownerUrl);
}
