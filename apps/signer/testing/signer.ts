import { applicationUrl, createTestDatabase } from '@wusd/api/testing/databases';
import { approvePayout, type ApprovedPayout } from '@wusd/payouts/approvals';
import { ed25519Key, type SigningKey } from '@wusd/payouts/keys/signing-key';
import type { Exclusion, PayoutStatus } from '@wusd/payouts/payout-port';
import { createClient } from '@wusd/server-kit/connections';
import type pg from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { openProductReader } from '../src/ordered-payouts.ts';
import type { Policy } from '../src/policy.ts';
import { type SignerServices, signPayout } from '../src/sign-payout.ts';

/** Converts WUSD to minor units at the ledger's scale. */
export const wusd = (amount: number): bigint => BigInt(amount) * 10n ** 18n;
export const networkId = 3;
const sender = '0xsender';

export const operatorKeys: Readonly<Record<string, SigningKey<'ed25519'>>> = {
  ann: ed25519Key(new Uint8Array(32).fill(1)),
  ben: ed25519Key(new Uint8Array(32).fill(2)),
};
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const policy: Policy = {
  destinationHoldMs: 24 * 3_600_000,
  limits: new Map([
    [
      'WUSD',
      {
        perPayout: wusd(1000),
        perDay: wusd(3000),
        oneApprovalAbove: wusd(100),
        oneApprovalWithoutPasskeyAbove: wusd(100),
        twoApprovalsAbove: wusd(500),
        payoutsPerDay: 50,
      },
    ],
  ]),
  passkeys: { rpId: 'localhost', origins: ['http://localhost:8080'] },
  operators: new Map(Object.entries(operatorKeys).map(([name, { publicKey }]) => [name, hex(publicKey)])),
};

/** A double of networks and keys. A signature is the JSON of the signed payout. */
function payoutsDouble() {
  const statuses = new Map<string, PayoutStatus>();
  /** Nonces that the network offers. */
  const offered = new Set<string>();
  let exclusion: Exclusion = 'nonce';
  let count = 0;
  const sign = async (payout: object): Promise<{ raw: string; hash: string }> => {
    count += 1;
    const raw = JSON.stringify({ count, ...payout }, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    return { raw, hash: `hash-${count}` };
  };
  const payouts: SignerServices['payouts'] = {
    exclusion: async () => exclusion,
    sign,
    signCancellation: sign,
    statusOf: async ({ hash }) => statuses.get(hash) ?? 'unknown',
    sender: async () => sender,
    nonces: async () => ({ anyOf: [...offered] }),
  };
  return {
    payouts,
    statuses,
    offered,
    setExclusion: (value: Exclusion) => (exclusion = value),
    /** Number of times that a key was used. */
    signatures: () => count,
  };
}

export interface OrderedRow {
  payoutId: string;
  attempt?: number;
  to?: string;
  amount?: bigint;
  currency?: string;
  nonce?: string;
  kind?: 'payout' | 'cancellation';
}

/** Starts a signer with its own database and a product whose rows the test writes with the application's login. */
export async function startSigner() {
  const ownerUrl = await createTestDatabase(inject('postgresUrl'), { from: inject('demoTemplate') });
  const signerUrl = await createTestDatabase(inject('postgresUrl'), { isEmpty: true });
  const productUrl = await createSignerLogin(ownerUrl);
  // Connection with the privileges of an attacker who controls the server.
  const application = createClient({ connectionString: applicationUrl(ownerUrl) });
  await application.connect();
  const time = { now: Date.parse('2030-01-01T00:00:00Z') };
  const db = await openDatabase(signerUrl);
  const product = openProductReader(productUrl);
  const networks = payoutsDouble();
  const services: SignerServices = {
    db,
    product,
    policy,
    payouts: networks.payouts,
    clock: { now: () => new Date(time.now) },
  };
  const customer = await findCustomer(application);
  return {
    services,
    networks,
    application,
    customer,
    ownerUrl,
    signerUrl,
    productUrl,
    wait: (hours: number) => (time.now += hours * 3_600_000),
    sign: (payoutId: string, attempt = 1) => signPayout(services, { payoutId, attempt }),
    /** Orders a payout with a nonce that the network offers. */
    async order(row: OrderedRow): Promise<void> {
      const nonce = row.nonce ?? `of ${row.payoutId}`;
      networks.offered.add(nonce);
      await writeOrder(application, customer, { ...row, nonce });
    },
    /** Signs as an operator and stores the signature, like the operator command. */
    async approve(operator: string, approved: Partial<ApprovedPayout> & { payoutId: string }, as = operator) {
      const key = operatorKeys[operator] ?? ed25519Key(new Uint8Array(32).fill(99));
      const payout = { networkId, to: '0xknown', currency: 'WUSD', amount: wusd(10), ...approved };
      await application.query('insert into payout_approval values ($1, $2, $3, now())', [
        approved.payoutId,
        as,
        await approvePayout(key, payout),
      ]);
    },
    async close() {
      await application.end();
      await product.close();
      await db.destroy();
    },
  };
}
export type TestSigner = Awaited<ReturnType<typeof startSigner>>;

/** Creates a login with the privileges of the role `wusd_signer`. */
export async function createSignerLogin(ownerUrl: string): Promise<string> {
  const owner = createClient({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`do $$ begin
      create role signer_reads login password 'reads' in role wusd_signer;
    exception when duplicate_object or unique_violation then null;
    end $$`);
  } finally {
    await owner.end();
  }
  const url = new URL(ownerUrl);
  url.username = 'signer_reads';
  url.password = 'reads';
  return url.toString();
}

interface Customer {
  id: string;
  walletId: string;
}

async function findCustomer(application: pg.Client): Promise<Customer> {
  const { rows } = await application.query<Customer>(
    `select customer_id as id, id as "walletId" from wallet_account where currency = 'WUSD' limit 1`,
  );
  if (!rows[0]) throw new Error('The demo customers have no wallet');
  return rows[0];
}

/** Writes a withdrawal with an order to sign it. Existing rows are updated. */
async function writeOrder(
  application: pg.Client,
  { id, walletId }: Customer,
  {
    payoutId,
    attempt = 1,
    to = '0xknown',
    amount = wusd(10),
    currency = 'WUSD',
    nonce = '',
    kind = 'payout',
  }: OrderedRow,
): Promise<void> {
  await application.query(
    `insert into crypto_transaction
       (id, customer_id, wallet_id, direction, currency, network_id, address, amount, status, version, created_at, updated_at)
     values ($1, $2, $3, 'withdrawal', $4, $5, $6, $7, 'to be processed', 1, now(), now())
     on conflict (customer_id, id) do update set address = $6, amount = $7`,
    [payoutId, id, walletId, currency, networkId, to, String(amount)],
  );
  await application.query(
    `insert into payout_order values ($1, $2, $3, $4, $5, $6, 'price', now())
     on conflict (withdrawal_id) do update set attempt = $2, nonce = $6, kind = $5`,
    [payoutId, attempt, networkId, sender, kind, nonce],
  );
}

/** Saves an address of a customer with the application's login. */
export async function saveAddress(
  { application, customer }: Pick<TestSigner, 'application' | 'customer'>,
  address: string,
  createdAt = new Date(),
): Promise<void> {
  await application.query(
    `insert into blockchain_address (id, customer_id, label, network_id, address, status, payouts_from, created_at, updated_at)
     values ($1, $2, 'saved', $3, $4, 'active', $5, $5, $5)`,
    [`adr_${address}`, customer.id, networkId, address, createdAt],
  );
}
