import { join } from 'node:path';
import { findPendingMigrations, migrate } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { ensureLogins, findExcessPrivileges, grantLogins } from '../platform/database/logins.ts';
import { prepareWithdrawalLimits } from '../domains/transfers/crypto/limits.ts';
import { prepareNetworks } from '../domains/transfers/crypto/terms.ts';
import { prepareFiatTerms } from '../domains/transfers/fiat/terms.ts';
import { prepareSwapLimits } from '../domains/exchange/otc/limits.ts';
import { prepareTerms } from '../domains/exchange/otc/terms.ts';
import { prepareLedger } from '../ledger/ledger.ts';
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
  const { databaseUrl, migratorDatabaseUrl, readOnlyDatabaseUrl } = settings;
  if (databaseUrl === undefined) {
    const embedded = await startEmbeddedPostgres(join(dataFolder, 'postgres'));
    try {
      return { ...(await prepareAsOwner(embedded.url)), stop: () => embedded.stop() };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  }
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

/** For who has one URL, of the owner: the other logins are created. */
async function prepareAsOwner(ownerUrl: string): Promise<{ applicationUrl: string; readOnlyUrl: string }> {
  await updateSchema(ownerUrl);
  return ensureLogins(ownerUrl);
}

async function updateSchema(ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
  await prepareLedger(ownerUrl);
  await prepareTerms(ownerUrl);
  await prepareNetworks(ownerUrl);
  await prepareWithdrawalLimits(ownerUrl);
  await prepareSwapLimits(ownerUrl);
  await prepareFiatTerms(ownerUrl);
}
