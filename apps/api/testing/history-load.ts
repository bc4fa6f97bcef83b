import { sql } from 'kysely';
import { ulid } from 'ulid';
import type { Db } from '../src/platform/database/database.ts';
import { findCustomerByEmail } from '../src/commands/customers.ts';
import type { HistoryFilter } from '../src/domains/history/sources.ts';
import { searchHistory } from '../src/domains/history/search.ts';
import type { Services } from '../src/domains/services.ts';
import { analyze } from './databases.ts';
import { createSwapCustomer, openSwaps } from './swap-customers.ts';

// A customer with an extreme number of transactions, for measurements of searches.

const batch = 10_000;

export interface LoadedHistory {
  /** Returns one page, like the route. */
  search(
    filter: HistoryFilter,
    cursor?: string,
  ): Promise<{ items: readonly { reference?: string }[]; nextCursor: string | null }>;
  /** Cursor of a page in the middle of the history. */
  middle: string;
  close(): Promise<void>;
}

/**
 * Creates transactions, half on chains and half at banks, one per minute into the past; about one in a thousand chain
 * transactions failed.
 */
async function loadHistory({ db, clock }: Services, customerId: string, count: number): Promise<void> {
  const wallets = await db
    .selectFrom('wallet_account')
    .select(['id', 'currency'])
    .where('customer_id', '=', customerId)
    .execute();
  const walletOf = (currency: string): string => wallets.find((wallet) => wallet.currency === currency)?.id ?? '';
  const now = clock.now().getTime();
  for (let done = 0; done < count; done += batch) {
    const times = Array.from({ length: Math.min(batch, count - done) }, (_, index) => now - (done + index) * 60_000);
    const [chain, bank] = [times.filter((_, index) => index % 2 === 0), times.filter((_, index) => index % 2 === 1)];
    await seedChain(db, customerId, walletOf('WUSD'), chain);
    await seedBank(db, customerId, walletOf('USD'), bank);
  }
}

/** Creates transactions for a customer of a server that runs on this database. */
export async function loadHistoryOf(url: string, email: string, count: number): Promise<void> {
  const { services, close } = await openSwaps(url);
  const customer = await findCustomerByEmail(services.db, services.vault, email);
  if (!customer) throw new Error(`There is no ${email}`);
  await loadHistory(services, customer.id, count);
  await analyze(url);
  await close();
}

export async function openLoadedHistory(url: string, count: number): Promise<LoadedHistory> {
  const { services, close } = await openSwaps(url);
  const { clock } = services;
  const { id: customerId } = await createSwapCustomer(services, 1);
  await loadHistory(services, customerId, count);
  await analyze(url);
  const now = clock.now().getTime();
  const scopes = [
    'wallet_history',
    ...['deposit', 'withdraw'].flatMap((way) =>
      ['crypto', 'fiat'].map((asset) => `wallet_history.${way}.${asset}.view`),
    ),
    'wallet_history.swap',
    'wallet.wallets',
  ];
  const reader = { customerId, scopes, language: undefined };
  return {
    search: (filter, cursor) =>
      searchHistory(services, reader, filter, { size: 50, ...(cursor !== undefined && { cursor }) }),
    middle: Buffer.from(ulid(now - (count / 2) * 60_000).toLowerCase()).toString('base64url'),
    close,
  };
}

const idsOf = (prefix: string, times: readonly number[]): string[] =>
  times.map((at) => `${prefix}_${ulid(at).toLowerCase()}`);

async function seedChain(db: Db, customerId: string, walletId: string, times: readonly number[]): Promise<void> {
  await sql`
    insert into crypto_transaction (id, customer_id, wallet_id, direction, currency, network_id, hash, address, amount, status, is_final, version, created_at, updated_at)
    select id, ${customerId}, ${walletId}, 'deposit', 'WUSD', 3, '0x' || encode(sha256(id::bytea), 'hex'), '0x' || left(encode(sha256(id::bytea), 'hex'), 40),
      1000000000000000000, case when abs(hashtext(id)) % 1000 = 0 then 'failed' else 'completed' end, true, 1, at, at
    from unnest(${idsOf('ctx', times)}::text[], ${times.map((at) => new Date(at))}::timestamptz[]) as t(id, at)
  `.execute(db);
}

async function seedBank(db: Db, customerId: string, walletId: string, times: readonly number[]): Promise<void> {
  await sql`
    insert into fiat_transaction (id, customer_id, wallet_id, direction, currency, partner_id, statement_line, amount, status, version, created_at, updated_at)
    select id, ${customerId}, ${walletId}, 'deposit', 'USD', 'dbs', 'L' || upper(left(encode(sha256(id::bytea), 'hex'), 20)), 100,
      'completed', 1, at, at
    from unnest(${idsOf('ftx', times)}::text[], ${times.map((at) => new Date(at))}::timestamptz[]) as t(id, at)
  `.execute(db);
}
