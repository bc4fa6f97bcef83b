import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openEventStream, type StreamEvent } from '@wusd/auth-core/sse';
import { createClient } from '@wusd/server-kit/connections';
import type { SignatureLogPort } from '@wusd/payouts/remote-signer';
import { openServices } from '../src/composition/open-services.ts';
import { readSettings, type Settings } from '../src/composition/settings.ts';
import { sendWithdrawals } from '../src/domains/transfers/crypto/send-withdrawals.ts';
import { followWithdrawals } from '../src/domains/transfers/crypto/follow-withdrawals.ts';
import { scanChains } from '../src/domains/transfers/crypto/scan.ts';
import { advanceDeposits } from '../src/domains/transfers/crypto/deposits.ts';
import { acceptFiatWithdrawals, instructBanks } from '../src/domains/transfers/fiat/pay-withdrawals.ts';
import { readStatements } from '../src/domains/transfers/fiat/statements.ts';
import { appendEvents } from '../src/platform/events/events.ts';
import { transact } from '../src/platform/database/database.ts';
import { simulatedAddress } from '../src/sandbox/chain.ts';
import { sql } from 'kysely';
import { findCustomer } from '../src/commands/customers.ts';
import { consumeAuthenticatorCheck } from '../src/commands/factor-checks.ts';
import { AppError } from '../src/platform/errors/app-error.ts';
import { present } from '@wusd/server-kit/testing/present';
import type { Services } from '../src/domains/services.ts';
import type { Db } from '../src/platform/database/database.ts';
import type { FileStore } from '../src/gateways/banks/file-store.ts';
import { createFolderStore } from '../src/gateways/banks/folder.ts';
import { createBanks } from '../src/gateways/banks/index.ts';
import type { Gateways } from '../src/gateways/ports.ts';
import type { Node, Tokens } from './harness.ts';
import { masterKey } from './process.ts';

// A product whose database is restored, while the external systems are not.

/**
 * Opens services on a database without workers, so that the test triggers all work. Simulated blocks and banks take no
 * time.
 *
 * @param settings settings of networks and the signer. @default all networks are simulated
 */
export function openWithoutWorkers(
  databaseUrl: string,
  settings: Partial<Settings> = {},
): Promise<{ services: Services; close(): Promise<void> }> {
  const env = { DATABASE_URL: databaseUrl, WUSD_MASTER_KEY: masterKey, WUSD_SANDBOX_PACE: 'instant' };
  return openServices({ settings: { ...readSettings(env), ...settings }, dataFolder: tmpdir() });
}

/** Creates the bank `dbs` with a file exchange in a folder. */
export function bankInFolder(folder: string): { files: FileStore; wrapGateways(gateways: Gateways): Gateways } {
  const files = createFolderStore(folder);
  return {
    files,
    wrapGateways(gateways) {
      const dbs = gateways.partners.find(({ id }) => id === 'dbs');
      if (!dbs) throw new Error('There is no bank dbs');
      return { ...gateways, bank: createBanks([{ ...dbs, files }], { now: () => new Date() }) };
    },
  };
}

/** Tables of the simulated networks, which are independent of the product's database. */
const chains = ['sandbox_transfer', 'sandbox_broadcast'];

/**
 * Copies the current state of the simulated networks to a restored database. @param lostUrl URL of the database before
 * it was lost
 */
export async function copyChains(lostUrl: string, restoredUrl: string): Promise<void> {
  const [lost, restored] = [lostUrl, restoredUrl].map((connectionString) => createClient({ connectionString }));
  if (!lost || !restored) throw new Error('Two databases');
  await Promise.all([lost.connect(), restored.connect()]);
  try {
    for (const table of chains) {
      // oxlint-disable-next-line no-await-in-loop -- few
      const { rows } = await lost.query<{ rows: unknown }>(
        `select coalesce(json_agg(t), '[]') as rows from ${table} t`,
      );
      // oxlint-disable-next-line no-await-in-loop
      await restored.query(`delete from ${table}`);
      // oxlint-disable-next-line no-await-in-loop
      await restored.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows[0]?.rows)],
      );
    }
  } finally {
    await Promise.all([lost.end(), restored.end()]);
  }
}

/**
 * Returns the log of a signer, read from the lost database, which also recorded each signature. @param pageSize page
 * size of an answer
 */
export async function signerLogOf(lost: Db, pageSize = 2): Promise<SignatureLogPort> {
  const rows = await lost
    .selectFrom('signed_tx as s')
    .innerJoin('crypto_transaction as t', 't.id', 's.withdrawal_id')
    .select(['s.withdrawal_id as payoutId', 's.attempt', 's.network_id as networkId', 's.sender', 's.nonce', 's.kind'])
    .select([
      't.address as to',
      't.memo',
      't.currency',
      't.amount',
      's.price',
      's.raw',
      's.hash',
      's.signed_at as signedAt',
    ])
    .orderBy('s.signed_at')
    .orderBy('s.withdrawal_id')
    .orderBy('s.attempt')
    .execute();
  const all = rows.map((row, index) => ({
    ...row,
    position: String(index + 1),
    to: row.to ?? '',
    memo: row.memo ?? '',
    signedAt: row.signedAt.toISOString(),
  }));
  return {
    signedSince: async (since, after) =>
      all
        .filter(({ position, signedAt }) => BigInt(position) > BigInt(after) && new Date(signedAt) >= since)
        .slice(0, pageSize),
  };
}

/** Returns the first event that a client receives when it resumes at a position. */
export async function firstEventAfter(
  { baseUrl }: Node,
  tokens: Pick<Tokens, 'access_token'>,
  lastEventId: string,
): Promise<StreamEvent | undefined> {
  const stop = new AbortController();
  const auth = { getAccessToken: async () => tokens.access_token };
  const { value } = await openEventStream(`${baseUrl}/sse`, { auth, signal: stop.signal, lastEventId }).next();
  stop.abort();
  return value ?? undefined;
}

/** Opens services without workers on a database, with a bank in a folder. */
export async function openRestorable(url: string, folder: string, networkId: number) {
  const { services: simulated, close } = await openWithoutWorkers(url);
  const { files, wrapGateways } = bankInFolder(folder);
  const services: Services = { ...simulated, gateways: wrapGateways(simulated.gateways) };
  const rounds = [
    scanChains,
    advanceDeposits,
    sendWithdrawals,
    followWithdrawals,
    acceptFiatWithdrawals,
    instructBanks,
    readStatements,
  ];
  const settle = async (): Promise<void> => {
    for (const round of [...rounds, ...rounds]) await round(services);
  };
  const { db } = services;
  return {
    services,
    db,
    files,
    close,
    settle,
    /** Simulates an incoming transfer. @returns its hash */
    async receive(address: string, hash: string): Promise<string> {
      await db
        .insertInto('sandbox_transfer')
        .values({
          network_id: networkId,
          hash,
          log_index: 0,
          address,
          sender: simulatedAddress(networkId, 9999n),
          currency: 'WUSD',
          amount: String(25n * 10n ** 18n),
        })
        .execute();
      return hash;
    },
    /** Returns customers and states of the deposits of a transfer. */
    depositsOf: (hash: string) =>
      db
        .selectFrom('crypto_transaction')
        .select(['customer_id', 'status'])
        .where('direction', '=', 'deposit')
        .where('hash', '=', hash)
        .execute(),
    rowOf: (id: string) => db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirst(),
    /** Returns the number of transactions that a network has included for a recipient. */
    paidTo: async (address: string): Promise<number> => {
      const rows = await db.selectFrom('sandbox_broadcast').select('raw').execute();
      return rows.filter(({ raw }) => raw.includes(address)).length;
    },
  };
}

/** Returns the sequence number of the customer's last event. */
export const seqOf = async ({ db }: Services, id: string): Promise<bigint> =>
  BigInt(
    (await db.selectFrom('customer').select('event_seq').where('id', '=', id).executeTakeFirstOrThrow()).event_seq,
  );
/** Appends events of a customer. */
export const appendSome = ({ db, clock }: Services, id: string, count: number): Promise<void> =>
  transact(db, (trx) =>
    appendEvents(
      trx,
      clock,
      id,
      ...Array.from({ length: count }, (_, index) => ({
        type: 'wallet_account_updated' as const,
        payload: { count: String(index) },
      })),
    ),
  );

/** Returns the last assigned key index. */
export async function keyIndexOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ last: string }>`select last_value as last from derivation_key_index_seq`.execute(db);
  return rows[0]?.last;
}

/** Returns the output of `docs/operations/customer-security.sql` by customer. */
export async function securityOf({ db }: Services): Promise<Map<string, string>> {
  const text = await readFile(new URL('../../../docs/operations/customer-security.sql', import.meta.url), 'utf8');
  const { rows } = await sql.raw<{ id: string }>(text).execute(db);
  return new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
}

/** @returns the reason for the rejection of a customer's code; undefined if the code is accepted */
export async function useAuthenticatorCode(
  services: Services,
  id: string,
  code: string,
): Promise<AppError | undefined> {
  const customer = present(await findCustomer(services.db, services.vault, id));
  const { email, phone, totpSecret } = customer;
  const unused = { hasPasskey: false, language: 'en_US', name: '', antiPhishingCode: undefined, notice: undefined };
  const holder = { customer, email, phone, totpSecret, ...unused, about: undefined };
  const incorrect = (reasonCode?: string): AppError =>
    new AppError(
      'CODE_INCORRECT',
      { remainingTries: 1, ...(reasonCode !== undefined && { reasonCode }) },
      { tries: 1 },
    );
  return consumeAuthenticatorCheck(services, holder, { checkType: 3, code }, incorrect);
}
