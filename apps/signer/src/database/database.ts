import { readFile } from 'node:fs/promises';
import { createPool } from '@wusd/server-kit/connections';
import type { Logger } from '@wusd/server-kit/logging';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';

/** The signer's own database. The server has no login to it. */
export interface SignerDatabase {
  destination: { network_id: number; address: string; memo: string; first_seen_at: Date };
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
    signed_at: Date;
    digest: Buffer;
  };
}

export type Db = Kysely<SignerDatabase>;
export type Trx = Transaction<SignerDatabase>;

/** One signature at a time, so that limits are kept whoever asks at once. */
const signingLock = 7_305_001;

/** Opens the signer's database and brings its schema up to date. */
export async function openDatabase(url: string, log?: Logger): Promise<Db> {
  const pool = createPool({ connectionString: url, application_name: 'wusd-signer', max: 4 }, log);
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

/** A transaction that no other one signs beside, on any node of the signer. */
export function withSigningLock<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '10s'`.execute(trx);
    await sql`select pg_advisory_xact_lock(${signingLock})`.execute(trx);
    return work(trx);
  });
}
