import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { createWalletClient, type MfaCheck, type OtcOrder, type Review, type WalletClient } from '@wusd/api-sdk';
import { transact } from '../src/platform/database/database.ts';
import { appendEvents } from '../src/platform/events/events.ts';
import { openSession } from '../src/domains/identity-access/auth/sessions.ts';
import { createCustomer } from '../src/domains/identity-access/customers/customers.ts';
import { codeHmac } from '../src/commands/codes.ts';
import type { Services } from '../src/domains/services.ts';
import { custodyAccount, post } from '../src/ledger/ledger.ts';
import { openServices } from '../src/composition/open-services.ts';
import { readSettings } from '../src/composition/settings.ts';
import { masterKey } from './process.ts';

// Customers who swap over HTTP, each signed in on a separate device. Customers and codes are inserted directly into
// the database, because the server's rate limits and emails are not part of these tests.

/** Initial balance of a customer: a million WUSD. */
const funds = 10n ** 24n;
const code = '135790';

export interface SwapCustomer {
  id: string;
  /** Creates a client for a node. @param fetch transport of the calls @param retries retries of the SDK */
  at(baseUrl: string, fetch?: typeof globalThis.fetch, retries?: number): WalletClient;
}

/** A previewed swap with its codes. It can be submitted repeatedly, and is executed once. */
export interface PreparedSwap {
  quoteId: string;
  intent: Review;
  mfa: MfaCheck[];
  captcha: string;
}

/** Creates a verified customer with {@link funds} and a session. */
export async function createSwapCustomer(services: Services, index: number): Promise<SwapCustomer> {
  const { db, clock, vault } = services;
  const [id, { access_token: accessToken }] = await transact(db, async (trx) => {
    const customer = await createCustomer(trx, clock, vault, {
      accountType: 'individual',
      status: 'active',
      identityStatus: 'verified',
      onboarded: true,
      language: 'en_US',
      email: `load-${index}@demo.example`,
      phone: '+6581234567',
      fullName: 'Load Customer',
      identity: {
        fullName: 'Load Customer',
        gender: 'female',
        nationality: 'SG',
        residence: 'SG',
        idType: 'passport',
        idNumber: `K000000${index}`,
        residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
      },
      passwordHash: 'none',
    });
    const { account_id: account } = await trx
      .selectFrom('wallet_account')
      .select('account_id')
      .where('customer_id', '=', customer)
      .where('currency', '=', 'WUSD')
      .executeTakeFirstOrThrow();
    const legs = [
      { account: await custodyAccount(trx, clock, 3, 'WUSD'), amount: funds },
      { account, amount: -funds },
    ];
    await post(trx, { id: `fund:${customer}`, kind: 'load', entityId: customer, eventTime: clock.now(), legs });
    const origin = { device: `load-${index}`, isNamed: true, address: '127.0.0.1', agent: '', network: '127.0.0.0/24' };
    return [customer, await openSession(trx, services, customer, origin)] as const;
  });
  const auth = { getAccessToken: async () => accessToken };
  return {
    id,
    at: (baseUrl, fetch, retries) => createWalletClient({ baseUrl, auth, retries, ...(fetch && { fetch }) }),
  };
}

/** Requests a quote, previews it, and stores the customer's code. @returns undefined if the preview has blockers */
export async function prepareSwap(
  services: Services,
  api: WalletClient,
  asked: { payCurrency: 'WUSD' | 'USD'; receiveCurrency: 'WUSD' | 'USD'; payAmount: string },
): Promise<PreparedSwap | undefined> {
  const { quoteId = '' } = await api.otc.getRate(asked);
  return reviewSwap(services, api, quoteId);
}

/** Previews an existing quote, and stores the customer's code. @returns undefined if the preview has blockers */
export async function reviewSwap(
  { db, clock, vault }: Services,
  api: WalletClient,
  quoteId: string,
): Promise<PreparedSwap | undefined> {
  const intent = await api.otc.review({ quoteId });
  const { intentId } = intent;
  if (intentId === undefined) return undefined;
  const now = clock.now();
  await db
    .insertInto('one_time_code')
    .values({
      owner: (eb) => eb.selectFrom('challenge').select('challenge.owner').where('challenge.id', '=', intentId),
      challenge_id: intentId,
      check_type: 1,
      code_hmac: codeHmac({ vault }, intentId, 1, code),
      sent_at: now,
      expires_at: new Date(now.getTime() + 300_000),
    })
    .execute();
  return { quoteId, intent, mfa: [{ checkType: 1, code }], captcha: `simulated:swap:${intentId}` };
}

export function submitSwap(api: WalletClient, { quoteId, ...proof }: PreparedSwap): Promise<OtcOrder> {
  return api.otc.submit({ quoteId }, proof);
}

/** Behaviour of a customer who swaps repeatedly. */
export interface SwapLoop {
  /** Ends the loop: no further swap starts, and an unanswered swap is repeated until it has an answer. */
  over: AbortSignal;
  prepare(): Promise<PreparedSwap | undefined>;
  onPlaced(order: { id: string; quoteId: string }): void;
  /** @returns whether to repeat the same swap, or to prepare another one. @throws unexpected errors */
  onError(error: unknown): 'again' | 'anew' | Promise<'again' | 'anew'>;
}

/** @throws the errors that `onError` throws, or if a preview has blockers */
export async function swapUntilOver(api: WalletClient, { over, prepare, onPlaced, onError }: SwapLoop): Promise<void> {
  let open: PreparedSwap | undefined;
  while (!over.aborted || open) {
    try {
      open ??= await prepare();
      if (!open) throw new Error('The swap was refused');
      // A captcha token is valid once, even if the call fails.
      open.captcha += '.';
      const { id } = await submitSwap(api, open);
      onPlaced({ id, quoteId: open.quoteId });
      open = undefined;
    } catch (error) {
      if ((await onError(error)) === 'anew') open = undefined;
    }
  }
}

/** Publishes a balance change to a customer's event streams. @returns the time of its commit, by `performance.now` */
export async function publishEvent({ db, clock, notifier }: Services, customerId: string): Promise<number> {
  await transact(db, (trx) => appendEvents(trx, clock, customerId, { type: 'wallet_account_updated' }));
  const committed = performance.now();
  await notifier.send(customerId);
  return committed;
}

/**
 * Returns the sum of customers' and fee accounts in minor units of WUSD, and the held sum. Swaps are one to one, so
 * they change neither.
 */
export async function readTotals(
  { db }: Pick<Services, 'db'>,
  customers: readonly Pick<SwapCustomer, 'id'>[],
): Promise<{ total: string; held: string } | undefined> {
  // USD has the coarser minor unit, cents.
  const { rows } = await sql<{ total: string; held: string }>`
    select sum(posted * case asset when 'USD' then 10000000000000000 else 1 end)::text as total, sum(held)::text as held
    from account where (kind = 'cust' and owner = any(${customers.map(({ id }) => id)})) or kind = 'fee'
  `.execute(db);
  return rows[0];
}
/** Returns the sums before the first swap. */
export const initialTotals = (customers: readonly unknown[]): { total: string; held: string } => ({
  total: String(funds * BigInt(customers.length)),
  held: '0',
});

/** Returns the SDK's request that submits a swap, for tests that send it with a cheaper client. */
export async function requestOf(customer: SwapCustomer, baseUrl: string, swap: PreparedSwap): Promise<Request> {
  let request: Request | undefined;
  const api = customer.at(baseUrl, async (input, init) => {
    request = new Request(input, init);
    return Response.json({}, { status: 400 });
  });
  await submitSwap(api, swap).catch(() => {});
  if (!request) throw new Error('The SDK has sent nothing');
  return request;
}

/** Opens services on a database beside its servers. */
export async function openSwaps(databaseUrl: string): Promise<{ services: Services; close(): Promise<void> }> {
  const settings = readSettings({ DATABASE_URL: databaseUrl, WUSD_MASTER_KEY: masterKey });
  return openServices({ settings, dataFolder: tmpdir() });
}

/** Returns the number of orders that wait for settlement. */
export async function countUnsettled({ db }: Services): Promise<number> {
  const { count } = await db
    .selectFrom('otc_order')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow();
  return Number(count);
}
