import { join, relative, resolve } from 'node:path';
import { findPendingMigrations, IncompatibleSchemaError, migrate } from '../platform/database/migrator.ts';
import { insertInitialRows } from '../platform/database/initial-rows.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { ensureLogins, findExcessPrivileges, grantLogins } from '../platform/database/logins.ts';
import { initialCryptoLimits } from '../domains/transfers/crypto/limits.ts';
import { initialNetworkTerms } from '../domains/transfers/crypto/terms.ts';
import { initialFiatTerms } from '../domains/transfers/fiat/terms.ts';
import { initialSwapLimits } from '../domains/exchange/otc/limits.ts';
import { initialSwapTerms } from '../domains/exchange/otc/terms.ts';
import { ledgerFunctionFiles } from '../ledger/functions.ts';
import { initialAssets } from '../ledger/ledger.ts';
import { SettingsError } from '@wusd/server-kit/environment';
import type { Settings } from './settings.ts';

export interface PreparedDatabase {
  /** URL of the application's own login. */
  applicationUrl: string;
  /** URL of a login that can't write, if there is one. */
  readOnlyUrl: string | undefined;
  /** Stops the embedded PostgreSQL, unless another process uses it. */
  stop(): Promise<void>;
}

/**
 * Migrates the database, and determines the login that the server uses.
 *
 * @throws SettingsError if the role of DATABASE_URL has more privileges than the application needs, or the schema is
 * out of date
 */
export async function prepareDatabase(settings: Settings, dataFolder: string): Promise<PreparedDatabase> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) return prepareEmbedded(dataFolder);
  try {
    return await prepareExternal(settings, databaseUrl);
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
    // PostgreSQL does not run as root, so it may store its data in another folder.
    const isInside = !relative(resolve(dataFolder), embedded.folder).startsWith('..');
    throw explain(error, `delete ${isInside ? dataFolder : `${dataFolder} and ${embedded.folder}`}`);
  }
}

async function prepareExternal(settings: Settings, databaseUrl: string): Promise<PreparedDatabase> {
  const { migratorDatabaseUrl, readOnlyDatabaseUrl } = settings;
  const prepared = { applicationUrl: databaseUrl, readOnlyUrl: readOnlyDatabaseUrl, stop: async () => {} };
  const excess = await findExcessPrivileges(databaseUrl);
  if (excess.length > 0) {
    if (settings.mode === 'production' || migratorDatabaseUrl !== undefined)
      throw new SettingsError(
        `The role of DATABASE_URL ${excess.join(', ')}. Use the application's own login, which has none of these privileges, and set WUSD_MIGRATOR_DATABASE_URL to the owner of the schema. apps/api/README.md says how to create both.`,
      );
    return { ...(await prepareAsOwner(databaseUrl)), stop: prepared.stop };
  }
  if (migratorDatabaseUrl !== undefined) {
    await updateSchema(migratorDatabaseUrl);
    await grantLogins(migratorDatabaseUrl, prepared);
    return prepared;
  }
  const pending = await findPendingMigrations(databaseUrl);
  if (pending.length > 0)
    throw new SettingsError(
      `The database lacks the migrations ${pending.join(', ')}. Set WUSD_MIGRATOR_DATABASE_URL to its owner and run once: npm run operator -- migrate`,
    );
  return prepared;
}

/** Adds instructions for an empty database to the error of an incompatible schema. */
function explain(error: unknown, startAnew: string): unknown {
  return error instanceof IncompatibleSchemaError
    ? new SettingsError(`${error.message}: to start anew, ${startAnew}.`, { cause: error })
    : error;
}

/** Updates the schema with the owner's URL, and creates the other logins. */
async function prepareAsOwner(ownerUrl: string): Promise<{ applicationUrl: string; readOnlyUrl: string }> {
  await updateSchema(ownerUrl);
  return ensureLogins(ownerUrl);
}

async function updateSchema(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl, ledgerFunctionFiles);
  await insertInitialRows(ownerUrl, [
    initialAssets,
    initialSwapTerms(),
    initialNetworkTerms(),
    initialCryptoLimits(),
    initialSwapLimits(),
    ...initialFiatTerms(),
  ]);
}
