import { readFile } from 'node:fs/promises';
import { createPool } from '@wusd/server-kit/connections';
import type { Logger } from '@wusd/server-kit/logging';
import { type Generated, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';

/** The signer's own database. The server has no login to it. */
export interface SignerDatabase {
  destination: { network_id: number; address: string; memo: string; first_seen_at: Date };
  credential: { credential_id: Buffer; public_key: Buffer; customer_id: string; first_seen_at: Date };
  passkey_challenge: { challenge: Buffer; payout_id: string };
  nonce: { network_id: number; sender: string; nonce: string; payout_id: string };
  signature: {
    position: string;
    payout_id: string;
    attempt: number;
    network_id: number;
    sender: string;
    nonce: string;
    kind: 'payout' | 'cancellation';
    recipient: string;
    memo: string;
    currency: string;
    amount: string;
    price: string;
    raw: string;
    hash: string;
    operators: string[];
    credential_id: Buffer | null;
    signed_at: Date;
    digest: Buffer;
  };
  treasury_transfer: {
    id: Generated<string>;
    network_id: number;
    kind: 'sweep' | 'top-up';
    sender: string;
    nonce: string;
    recipient: string;
    key_index: string;
    currency: string;
    amount: string;
    gas: string;
    status: 'signed' | 'included' | 'completed' | 'reverted' | 'displaced';
    hash: string | null;
    block: string | null;
    created_at: Date;
    updated_at: Date;
    position: string | null;
  };
  treasury_state: {
    network_id: number;
    gas_account: string;
    top_ups_left: string | null;
    is_limit_reached: boolean;
    stuck: number;
    succeeded_at: Date;
  };
  treasury_attempt: {
    transfer_id: string;
    attempt: number;
    price: string;
    raw: string;
    hash: string;
    signed_at: Date;
  };
}

export type Db = Kysely<SignerDatabase>;
export type Trx = Transaction<SignerDatabase>;

/** Allows one signature at a time, so that concurrent requests respect the limits. */
const signingLock = 7_305_001;
/** Allows one treasury transfer at a time. */
const treasuryLock = 7_305_002;
/** Allows one treasury round at a time. */
const roundLock = 7_305_003;

/** Opens the signer's database and migrates its schema. */
export async function openDatabase(url: string, log?: Logger): Promise<Db> {
  const pool = createPool({ connectionString: url, application_name: 'wusd-signer', max: 6 }, log);
  const db = new Kysely<SignerDatabase>({ dialect: new PostgresDialect({ pool }) });
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001_initial': {
          up: async (migration: Kysely<unknown>) => {
            const text = await readFile(new URL('0001_initial.sql', import.meta.url), 'utf8');
            await sql.raw(text).execute(migration);
          },
        },
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/** Runs a transaction that is the only one to sign, across all nodes of the signer. */
export function withSigningLock<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return withLock(db, signingLock, work);
}

/** Runs a transaction that is the only one to record a treasury transfer, across all processes. */
export function withTreasuryLock<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return withLock(db, treasuryLock, work);
}

function withLock<T>(db: Db, lock: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '10s'`.execute(trx);
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
    return work(trx);
  });
}

/**
 * Runs the work unless another process runs it. The lock ends with its connection, so a killed process leaves no lock.
 */
export function unlessInProgress(db: Db, work: () => Promise<void>): Promise<void> {
  return db.connection().execute(async (connection) => {
    const lock = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${roundLock}) as taken`.execute(connection);
    if (lock.rows[0]?.taken !== true) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${roundLock})`.execute(connection);
    }
  });
}
