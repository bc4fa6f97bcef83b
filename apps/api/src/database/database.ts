import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import * as firstJourney from '../migrations/0001_first_journey.ts';
import * as scenes from '../migrations/0002_scenes.ts';
import * as activation from '../migrations/0003_activation.ts';
import * as identity from '../migrations/0004_identity.ts';
import * as keys from '../migrations/0005_keys.ts';
import * as security from '../migrations/0006_security.ts';
import * as feedback from '../migrations/0007_feedback.ts';
import * as ledger from '../migrations/0008_ledger.ts';
import * as otc from '../migrations/0009_otc.ts';
import * as appendedAccounts from '../migrations/0010_appended_accounts.ts';
import * as cryptoDeposits from '../migrations/0011_crypto_deposits.ts';
import * as blockchainAddresses from '../migrations/0012_blockchain_addresses.ts';
import * as cryptoWithdrawals from '../migrations/0013_crypto_withdrawals.ts';
import * as chainsThatReorganise from '../migrations/0014_chains_that_reorganise.ts';
import * as bankAccounts from '../migrations/0015_bank_accounts.ts';
import * as fiat from '../migrations/0016_fiat.ts';
import * as autoRedemption from '../migrations/0017_auto_redemption.ts';
import * as history from '../migrations/0018_history.ts';
import * as reversals from '../migrations/0019_reversals.ts';
import * as searchTerms from '../migrations/0020_search_terms.ts';
import * as accountsByTheirIds from '../migrations/0021_accounts_by_their_ids.ts';
import * as manyAtOnce from '../migrations/0022_many_at_once.ts';
import { isStalePlan, keepPlans } from './kept-plans.ts';
import type { Database } from './types.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const migrations = {
  '0001_first_journey': firstJourney,
  '0002_scenes': scenes,
  '0003_activation': activation,
  '0004_identity': identity,
  '0005_keys': keys,
  '0006_security': security,
  '0007_feedback': feedback,
  '0008_ledger': ledger,
  '0009_otc': otc,
  '0010_appended_accounts': appendedAccounts,
  '0011_crypto_deposits': cryptoDeposits,
  '0012_blockchain_addresses': blockchainAddresses,
  '0013_crypto_withdrawals': cryptoWithdrawals,
  '0014_chains_that_reorganise': chainsThatReorganise,
  '0015_bank_accounts': bankAccounts,
  '0016_fiat': fiat,
  '0017_auto_redemption': autoRedemption,
  '0018_history': history,
  '0019_reversals': reversals,
  '0020_search_terms': searchTerms,
  '0021_accounts_by_their_ids': accountsByTheirIds,
  '0022_many_at_once': manyAtOnce,
};

/**
 * Brings the schema up to date. Any number of nodes may do so at once: the migrator's lock lets one through.
 *
 * @param url of a role that may create tables and roles; the server itself works under `wusd_app`
 */
export async function migrate(url: string): Promise<void> {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/** A pool whose every connection has dropped to the application's role, which can't rewrite the ledger. */
export function openDatabase(url: string, size = 10): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    options: '-c role=wusd_app',
    application_name: 'wusd-api',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: keepPlans(pool) }) });
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';

/** One transaction, run again where PostgreSQL asks for it. */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Attempts follow one another by design.
      // oxlint-disable-next-line no-await-in-loop
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      const isToBeRepeated = code === serializationFailure || code === deadlockDetected || isStalePlan(error);
      if (attempt === 5 || !isToBeRepeated) throw error;
    }
  }
}

/** Whether a text was refused that PostgreSQL can't hold, which has U+0000 in it: only a caller can have brought it. */
export function isUnstorable(error: Error & { code?: string }): boolean {
  return error.code === '22021' || error.code === '22P05';
}
