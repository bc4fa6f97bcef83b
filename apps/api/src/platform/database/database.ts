import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from '../logging.ts';
import { noTimeLimits, type TimeLimits } from '../time-limits.ts';
import * as firstJourney from './migrations/0001_first_journey.ts';
import * as scenes from './migrations/0002_scenes.ts';
import * as activation from './migrations/0003_activation.ts';
import * as identity from './migrations/0004_identity.ts';
import * as keys from './migrations/0005_keys.ts';
import * as security from './migrations/0006_security.ts';
import * as feedback from './migrations/0007_feedback.ts';
import * as ledger from './migrations/0008_ledger.ts';
import * as otc from './migrations/0009_otc.ts';
import * as appendedAccounts from './migrations/0010_appended_accounts.ts';
import * as cryptoDeposits from './migrations/0011_crypto_deposits.ts';
import * as blockchainAddresses from './migrations/0012_blockchain_addresses.ts';
import * as cryptoWithdrawals from './migrations/0013_crypto_withdrawals.ts';
import * as chainsThatReorganise from './migrations/0014_chains_that_reorganise.ts';
import * as bankAccounts from './migrations/0015_bank_accounts.ts';
import * as fiat from './migrations/0016_fiat.ts';
import * as autoRedemption from './migrations/0017_auto_redemption.ts';
import * as history from './migrations/0018_history.ts';
import * as reversals from './migrations/0019_reversals.ts';
import * as searchTerms from './migrations/0020_search_terms.ts';
import * as accountsByTheirIds from './migrations/0021_accounts_by_their_ids.ts';
import * as manyAtOnce from './migrations/0022_many_at_once.ts';
import * as operatorAlerts from './migrations/0023_operator_alerts.ts';
import * as logins from './migrations/0024_logins.ts';
import * as jobs from './migrations/0025_jobs.ts';
import * as accountProtection from './migrations/0026_account_protection.ts';
import * as chainEvidence from './migrations/0027_chain_evidence.ts';
import * as payoutSenders from './migrations/0028_payout_senders.ts';
import * as declarationTolerance from './migrations/0029_declaration_tolerance.ts';
import * as intentLeases from './migrations/0030_intent_leases.ts';
import { createClient, createPool } from './connections.ts';
import { isStalePlan, preparedStatements } from './prepared-statements.ts';
import type { Database } from './types.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

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
  '0023_operator_alerts': operatorAlerts,
  '0024_logins': logins,
  '0025_jobs': jobs,
  '0026_account_protection': accountProtection,
  '0027_chain_evidence': chainEvidence,
  '0028_payout_senders': payoutSenders,
  '0029_declaration_tolerance': declarationTolerance,
  '0030_intent_leases': intentLeases,
};

/**
 * Brings the schema up to date. Any number of nodes may do so at once: the migrator's lock lets one through.
 *
 * @param url of the migrator: a role that may create tables and roles
 */
export async function migrate(url: string): Promise<void> {
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: createPool({ connectionString: url, max: 1 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await db.destroy();
  }
}

/** Migrations that were not applied to the database yet. @param url of any login */
export async function findPendingMigrations(url: string): Promise<string[]> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client
      .query<{ name: string }>('select name from kysely_migration')
      .catch((error: { code?: string }) => {
        if (error.code === undefinedTable || error.code === insufficientPrivilege) return { rows: [] };
        throw error;
      });
    return Object.keys(migrations).filter((name) => !rows.some((row) => row.name === name));
  } finally {
    await client.end();
  }
}

/** @param url of the application's own login, which can't rewrite the ledger */
export function openDatabase(
  url: string,
  size?: number,
  { log, limits = noTimeLimits }: { log?: Logger; limits?: Pick<TimeLimits, keyof typeof noTimeLimits> } = {},
): Db {
  const pool = createPool(
    {
      connectionString: url,
      max: size ?? limits.poolSize,
      connectionTimeoutMillis: limits.acquireMs,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      application_name: 'wusd-api',
    },
    log,
  );
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparedStatements(pool) }) });
}

const undefinedTable = '42P01';
const insufficientPrivilege = '42501';
const serializationFailure = '40001';
const deadlockDetected = '40P01';

/**
 * One transaction, run again where PostgreSQL asks for it, or where the connection was lost before anything was sent to it.
 *
 * @throws DatabaseUnavailableError where PostgreSQL gave no answer; if that was to the commit, its outcome is unknown
 */
export async function transact<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let hasBegun = false;
    try {
      // Attempts follow one another by design.
      // oxlint-disable-next-line no-await-in-loop
      return await db.transaction().execute((trx) => {
        hasBegun = true;
        return work(trx);
      });
    } catch (error) {
      if (attempt === 5 || !isRepeatable(error, hasBegun)) throw error;
    }
  }
}

/** Lifts the limits on statements and locks for the rest of this transaction: for jobs that nobody waits for. */
export async function liftTimeLimits(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local lock_timeout = 0`.execute(trx);
}

/** Whether a transaction certainly had no effect and can be run again. A connection that is lost later may have committed. */
function isRepeatable(error: unknown, hasBegun: boolean): boolean {
  if (error instanceof DatabaseUnavailableError) return !hasBegun && error.reason === 'connection-lost';
  const { code } = error as { code?: string };
  return code === serializationFailure || code === deadlockDetected || isStalePlan(error);
}

/** Whether a text was refused that PostgreSQL can't hold, which has U+0000 in it: only a caller can have brought it. */
export function isUnstorable(error: Error & { code?: string }): boolean {
  return error.code === '22021' || error.code === '22P05';
}
