import { sql } from 'kysely';
import { liftTimeLimits, transact, type Trx } from '../platform/database/database.ts';
import { depositTargetOf } from '../domains/transfers/crypto/deposit-addresses.ts';
import { requestIdentityCheck } from '../domains/identity-access/identity/identity.ts';
import { createCustomer, type NewCustomer } from '../domains/identity-access/customers/customers.ts';
import { emailIndex, findCustomerByEmail } from '../commands/customers.ts';
import type { Services } from '../domains/services.ts';
import type { DemoCustomer } from '../composition/sandbox-module.ts';
import { hashPassword, shareOfAddress } from '../platform/security/passwords.ts';
import { type Currency, Network, type PartnerId } from '@wusd/api-sdk/domain';
import { toMinor } from '@wusd/api-sdk/money';
import { bankAccount, custodyAccount, deskAccount, post } from '../ledger/ledger.ts';
import { type FiatCurrency, isFiat, scaleOf } from '../platform/registry/currencies.ts';
import { keysOf } from '../platform/registry/lookup.ts';
import type { NetworkId } from '../platform/registry/networks.ts';
import { simulatedHash } from './chain.ts';
import { runScenario } from './run-scenario.ts';
import { readStatements } from '../domains/transfers/fiat/statements.ts';
import { scanChains } from '../domains/transfers/crypto/scan.ts';
import { createSimulators } from './simulators.ts';

/** Test mode only, and printed at start: these open nothing that is real. */
const demoPassword = 'Demo-Wallet-2026!';

const meiSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Authenticator apps that the sandbox holds in its hand. */
export const demoAuthenticators = [{ email: 'mei@demo.example', secret: meiSecret }];

const people: (Omit<NewCustomer, 'passwordHash'> & { description: string })[] = [
  {
    accountType: 'individual',
    status: 'active',
    identityStatus: 'verified',
    onboarded: true,
    language: 'en_US',
    email: 'mei@demo.example',
    phone: '+6581234567',
    fullName: 'Mei Tan',
    identity: {
      fullName: 'Mei Tan',
      gender: 'female',
      nationality: 'SG',
      residence: 'SG',
      idType: 'passport',
      idNumber: 'K1234567A',
      residentialAddress: { addressLine: '1 Raffles Place', city: 'Singapore', postalCode: '048616' },
    },
    totpSecret: meiSecret,
    description: 'individual, verified, with balances',
  },
  {
    accountType: 'individual',
    status: 'active',
    identityStatus: 'pending verification',
    onboarded: true,
    language: 'th_TH',
    email: 'somchai@demo.example',
    phone: '+66812345678',
    fullName: 'Somchai Jaidee',
    identity: {
      fullName: 'Somchai Jaidee',
      gender: 'male',
      nationality: 'TH',
      residence: 'TH',
      idType: 'identity card',
      idNumber: '1101700000009',
      residentialAddress: { addressLine: '88 Wireless Road', city: 'Bangkok', postalCode: '10330' },
    },
    description: 'individual, identity pending verification',
  },
  {
    accountType: 'corporate',
    status: 'active',
    identityStatus: 'pending verification',
    onboarded: false,
    language: 'zh_CN',
    email: 'harbour@demo.example',
    phone: '+85261234567',
    fullName: 'Chan Ka Yan',
    identity: {
      fullName: 'Chan Ka Yan',
      gender: 'female',
      nationality: 'HK',
      residence: 'HK',
      idType: 'passport',
      idNumber: 'H8765432',
      residentialAddress: { addressLine: '18 Harbour Road', city: 'Hong Kong', postalCode: '' },
    },
    corporate: {
      corporateName: 'Harbour Trading Ltd',
      authorisedPerson: 'Chan Ka Yan',
      placeOfIncorporation: 'HK',
      dateOfIncorporation: '2018-06-01',
      registeredAddress: '18 Harbour Road, Hong Kong',
      businessType: 'partnership',
    },
    description: 'corporate, awaiting verification of its documents',
  },
];

/** Whose year is lived, where one is asked for. */
const liver = {
  accountType: 'individual',
  status: 'active',
  identityStatus: 'verified',
  onboarded: true,
  language: 'en_US',
  email: 'lina@demo.example',
  phone: '+6587654321',
  fullName: 'Lina Ong',
  identity: {
    fullName: 'Lina Ong',
    gender: 'female',
    nationality: 'SG',
    residence: 'SG',
    idType: 'passport',
    idNumber: 'K7654321B',
    residentialAddress: { addressLine: '10 Bayfront Avenue', city: 'Singapore', postalCode: '018956' },
  },
  description: 'individual, verified, with a year of history',
} satisfies (typeof people)[number];
/** Of a year in which all there is comes about. */
const yearsSeed = 11;
const yearDays = 365;

/** What arrived before today, taken in the way everything arrives: from a chain or a bank statement. */
const arrivals: ({ currency: Currency; amount: string } & ({ networkId: NetworkId } | { partnerId: PartnerId }))[] = [
  { currency: 'USD', amount: '18250.00', partnerId: 'dbs' },
  { currency: 'WUSD', amount: '12480.50', networkId: 3 },
  { currency: 'USDC', amount: '2150.004219', networkId: 7 },
  { currency: 'USDT', amount: '640.25', networkId: 6 },
  { currency: 'SGD', amount: '4310.80', partnerId: 'dbs' },
  { currency: 'JPY', amount: '250000', partnerId: 'dbs' },
];

/** @param hasYear whether a customer's past is lived too, before anything else happens here: some seconds, once */
export async function seedDemoCustomers(services: Services, hasYear: boolean): Promise<DemoCustomer[]> {
  const { db, clock, vault, gateways, notifier } = services;
  const passwordHash = await hashPassword(demoPassword, shareOfAddress('demo'));
  if (hasYear) await liveYear(services, passwordHash);
  await transact(db, async (trx) => {
    // Nodes that start together on an empty database make one set.
    await liftTimeLimits(trx);
    await sql`select pg_advisory_xact_lock(7350002)`.execute(trx);
    await stockDesk(trx, clock);
    for (const { description: _, ...person } of people) {
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
              // Long confirmed.
              at: new Date(clock.now().getTime() - 24 * 60 * 60_000),
            })
            .execute();
        }
      }
    }
  });
  // In one order, whatever the queues would have found first.
  await readStatements(services);
  await scanChains(services);
  await notifier.send('arrivals');
  const isLived = (await findCustomerByEmail(db, vault, liver.email)) !== undefined;
  return [...people, ...(isLived ? [liver] : [])].map(({ email, description }) => ({
    email,
    password: demoPassword,
    description,
  }));
}

/**
 * Once, however many nodes start: the others wait for the one that does it. Only where nobody is yet: what waits of others would be looked
 * at on the clock of the past too.
 */
function liveYear(services: Services, passwordHash: string): Promise<void> {
  const { db, vault, gateways } = services;
  return db.connection().execute(async (held) => {
    // A year takes longer than any statement of a call may.
    await sql`set statement_timeout = 0`.execute(held);
    await sql`set lock_timeout = 0`.execute(held);
    try {
      await sql`select pg_advisory_lock(7350004)`.execute(held);
      if (await db.selectFrom('customer').select('id').limit(1).executeTakeFirst()) return;
      // One day more, as the first begins at a midnight.
      let time = new Date(services.clock.now().getTime() - (yearDays + 1) * 24 * 60 * 60_000);
      const past: Services = { ...services, clock: { now: () => time } };
      past.gateways = createSimulators(db, past.clock, 'instant', gateways.blobs);
      const { description: _, ...person } = liver;
      const id = await transact(db, async (trx) => {
        await stockDesk(trx, past.clock);
        return createCustomer(trx, past.clock, vault, { ...person, passwordHash });
      });
      await runScenario(
        past,
        { ...liver, id },
        { seed: yearsSeed, days: yearDays },
        {
          moveTo: async (next) => {
            time = next;
          },
        },
      );
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(held);
      await sql`reset statement_timeout`.execute(held);
      await sql`reset lock_timeout`.execute(held);
    }
  });
}

const mainBank: PartnerId = 'dbs';

/** What the desk can pay out of each currency besides what it buys: fiat at one bank, crypto on Ethereum. */
const deskStock: Record<Exclude<Currency, 'WUSD'>, string> = {
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

/** Each other bank can pay out what it offers to. */
const bankStock: Record<Exclude<PartnerId, 'dbs'>, Partial<Record<FiatCurrency, string>>> = {
  pr: { USD: '10000000.00' },
  'sg-digital': { USD: '10000000.00', SGD: '10000000.00' },
  'hk-1': { USD: '10000000.00', JPY: '1000000000', HKD: '50000000.00' },
  lu: { EUR: '10000000.00', GBP: '10000000.00' },
  'hk-2': { HKD: '50000000.00' },
};

const stock: { currency: Currency; amount: string; partnerId?: PartnerId }[] = [
  ...keysOf(deskStock).map((currency) => ({ currency, amount: deskStock[currency] })),
  ...keysOf(bankStock).flatMap((partnerId) =>
    keysOf(bankStock[partnerId]).map((currency) => ({
      currency,
      amount: bankStock[partnerId][currency] ?? '0',
      partnerId,
    })),
  ),
];

async function stockDesk(trx: Trx, clock: Services['clock']): Promise<void> {
  for (const { currency, amount, partnerId } of stock) {
    const minor = toMinor(amount, scaleOf(currency));
    const [house, desk] = [
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
        { account: house, amount: minor },
        { account: desk, amount: -minor },
      ],
    });
  }
}
