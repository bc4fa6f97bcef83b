import { sql } from 'kysely';
import { liftTimeLimits, transact, type Trx } from '../platform/database/database.ts';
import { depositTargetOf } from '../domains/transfers/crypto/deposit-addresses.ts';
import { requestIdentityCheck } from '../domains/identity-access/identity/identity.ts';
import { createCustomer } from '../domains/identity-access/customers/customers.ts';
import { emailIndex, findCustomerByEmail } from '../commands/customers.ts';
import type { Services } from '../domains/services.ts';
import type { DemoCustomer } from '../composition/sandbox-module.ts';
import { hashPassword, shareOfAddress } from '../platform/security/passwords.ts';
import { type Currency, Network, type PartnerId } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { bankAccount, custodyAccount, deskAccount, post } from '../ledger/ledger.ts';
import { type FiatCurrency, isFiat, scaleOf } from '@wusd/server-kit/registry/currencies';
import { keysOf } from '@wusd/server-kit/registry/lookup';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { simulatedHash } from './chain.ts';
import { runScenario } from './run-scenario.ts';
import { readStatements } from '../domains/transfers/fiat/statements.ts';
import { scanChains } from '../domains/transfers/crypto/scan.ts';
import { createSimulators } from './simulators.ts';
import { customerWithHistory, demoPeople } from './demo-people.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';

/** Test mode only. The start message prints this password; it protects nothing real. */
export const demoPassword = 'Demo-Wallet-2026!';

/** A seed whose year has every kind of event. */
const yearSeed = 11;
const yearDays = 365;

/** Earlier deposits, which arrive like all deposits from a chain or a bank statement. */
const arrivals: ({ currency: Currency; amount: string } & ({ networkId: NetworkId } | { partnerId: PartnerId }))[] = [
  { currency: 'USD', amount: '18250.00', partnerId: 'dbs' },
  { currency: 'WUSD', amount: '12480.50', networkId: 3 },
  { currency: 'USDC', amount: '2150.004219', networkId: 7 },
  { currency: 'USDT', amount: '640.25', networkId: 6 },
  { currency: 'SGD', amount: '4310.80', partnerId: 'dbs' },
  { currency: 'JPY', amount: '250000', partnerId: 'dbs' },
];

/**
 * Creates the demo customers once.
 *
 * @param hasYear whether to simulate a year of history first, which takes some seconds
 */
export async function seedDemoCustomers(services: Services, hasYear: boolean): Promise<DemoCustomer[]> {
  const { db, vault } = services;
  if ((await findCustomerByEmail(db, vault, demoPeople[0].email)) === undefined) await createDemo(services, hasYear);
  const hasHistory = (await findCustomerByEmail(db, vault, customerWithHistory.email)) !== undefined;
  return [...demoPeople, ...(hasHistory ? [customerWithHistory] : [])].map(({ email, description }) => ({
    email,
    password: demoPassword,
    description,
  }));
}

async function createDemo(services: Services, hasYear: boolean): Promise<void> {
  const { db, clock, vault, gateways, notifier } = services;
  const passwordHash = await hashPassword(demoPassword, shareOfAddress('demo'));
  if (hasYear) await simulateYear(services, passwordHash);
  await transact(db, async (trx) => {
    // The lock prevents nodes that start concurrently on an empty database from creating two sets of customers.
    await liftTimeLimits(trx);
    await sql`select pg_advisory_xact_lock(${advisoryLocks.demoCustomers})`.execute(trx);
    await fundDesk(trx, clock);
    for (const { description: _, ...person } of demoPeople) {
      const exists = await trx
        .selectFrom('customer_email')
        .select('customer_id')
        .where('email_index', '=', emailIndex(vault, person.email))
        .executeTakeFirst();
      if (exists) return;
      const id = await createCustomer(trx, clock, vault, { ...person, passwordHash });
      if (person.identityStatus !== 'verified') {
        await requestIdentityCheck(trx, services, { id, accountType: person.accountType });
        continue;
      }
      const { reference } = await trx
        .selectFrom('customer')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (const [index, arrival] of arrivals.entries()) {
        const amount = toMinor(arrival.amount, scaleOf(arrival.currency)).toString();
        if ('partnerId' in arrival) {
          await trx
            .insertInto('sandbox_statement')
            .values({
              partner_id: arrival.partnerId,
              line: `DEMO${index}`,
              reference,
              currency: arrival.currency,
              amount,
            })
            .execute();
        } else {
          const { address } = await depositTargetOf({ gateways }, trx, id, arrival.networkId);
          const hash = simulatedHash(arrival.networkId, `demo transfer ${index}`);
          await trx
            .insertInto('sandbox_transfer')
            .values({
              network_id: arrival.networkId,
              hash,
              log_index: 0,
              address,
              currency: arrival.currency,
              amount,
              // Old enough to be confirmed.
              at: new Date(clock.now().getTime() - 24 * 60 * 60_000),
            })
            .execute();
        }
      }
    }
  });
  // Run here in a fixed order, because the queues could process them in any order.
  await readStatements(services);
  await scanChains(services);
  await notifier.send('arrivals');
}

/**
 * Simulates the year once, even if several nodes start: the other nodes wait for a lock. Runs only in an empty
 * database, because the jobs would also process other customers' rows with the simulated clock.
 */
function simulateYear(services: Services, passwordHash: string): Promise<void> {
  const { db, vault, gateways } = services;
  return db.connection().execute(async (connection) => {
    // Other nodes wait for the lock longer than the time limits allow.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    try {
      await sql`select pg_advisory_lock(${advisoryLocks.demoYear})`.execute(connection);
      if (await db.selectFrom('customer').select('id').limit(1).executeTakeFirst()) return;
      // One extra day, because the scenario starts at a midnight.
      let time = new Date(services.clock.now().getTime() - (yearDays + 1) * 24 * 60 * 60_000);
      const past: Services = { ...services, clock: { now: () => time } };
      past.gateways = createSimulators(db, past.clock, 'instant', gateways.blobs);
      const { description: _, ...person } = customerWithHistory;
      const id = await transact(db, async (trx) => {
        await fundDesk(trx, past.clock);
        return createCustomer(trx, past.clock, vault, { ...person, passwordHash });
      });
      await runScenario(
        past,
        { ...customerWithHistory, id },
        { seed: yearSeed, days: yearDays },
        {
          moveTo: async (next) => {
            time = next;
          },
        },
      );
      // The customer has read all notifications of the past.
      await sql`update notification set read_at = created_at`.execute(connection);
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.demoYear})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

const mainBank: PartnerId = 'dbs';

/** Initial funds of the desk in each currency: fiat at one bank, crypto on Ethereum. */
const deskFunds: Record<Exclude<Currency, 'WUSD'>, string> = {
  USD: '50000000.00',
  SGD: '20000000.00',
  HKD: '100000000.00',
  THB: '500000000.00',
  JPY: '2000000000',
  EUR: '20000000.00',
  GBP: '20000000.00',
  AUD: '20000000.00',
  USDT: '20000000.00',
  USDC: '20000000.00',
};

/** Initial funds at the other banks, in the currencies that they pay out. */
const bankFunds: Record<Exclude<PartnerId, 'dbs'>, Partial<Record<FiatCurrency, string>>> = {
  pr: { USD: '10000000.00' },
  'sg-digital': { USD: '10000000.00', SGD: '10000000.00' },
  'hk-1': { USD: '10000000.00', JPY: '1000000000', HKD: '50000000.00' },
  lu: { EUR: '10000000.00', GBP: '10000000.00' },
  'hk-2': { HKD: '50000000.00' },
};

const initialFunds: { currency: Currency; amount: string; partnerId?: PartnerId }[] = [
  ...keysOf(deskFunds).map((currency) => ({ currency, amount: deskFunds[currency] })),
  ...keysOf(bankFunds).flatMap((partnerId) =>
    keysOf(bankFunds[partnerId]).map((currency) => ({
      currency,
      amount: bankFunds[partnerId][currency] ?? '0',
      partnerId,
    })),
  ),
];

async function fundDesk(trx: Trx, clock: Services['clock']): Promise<void> {
  for (const { currency, amount, partnerId } of initialFunds) {
    const minor = toMinor(amount, scaleOf(currency));
    const [custody, desk] = [
      await (isFiat(currency)
        ? bankAccount(trx, clock, partnerId ?? mainBank, currency)
        : custodyAccount(trx, clock, Network.Ethereum, currency)),
      await deskAccount(trx, clock, currency),
    ];
    await post(trx, {
      id: partnerId === undefined ? `demo:desk:${currency}` : `demo:desk:${currency}:${partnerId}`,
      kind: 'desk stock',
      entityId: 'demo',
      eventTime: clock.now(),
      legs: [
        { account: custody, amount: minor },
        { account: desk, amount: -minor },
      ],
    });
  }
}
