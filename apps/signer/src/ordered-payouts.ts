import { createPool } from '@wusd/server-kit/connections';
import type { Logger } from '@wusd/server-kit/logging';
import type { PayoutApproval } from '@wusd/payouts/approvals';
import type { PaymentAssertion } from '@wusd/payouts/payment-challenge';
import type { Payout } from '@wusd/payouts/payout-port';
import { Kysely, PostgresDialect, sql } from 'kysely';

/** Columns that the signer reads from the product's database, with a read-only login. */
interface ProductDatabase {
  payout_order: {
    withdrawal_id: string;
    attempt: number;
    network_id: number;
    sender: string;
    nonce: string;
    price: string;
    kind: 'payout' | 'cancellation';
  };
  crypto_transaction: {
    id: string;
    direction: 'deposit' | 'withdrawal';
    network_id: number;
    address: string | null;
    memo: string | null;
    currency: string;
    amount: string;
  };
  payout_approval: { withdrawal_id: string; operator: string; signature: string; signed_at: Date };
  payout_assertion: {
    customer_id: string;
    withdrawal_id: string;
    credential_id: Buffer;
    client_data_json: Buffer;
    authenticator_data: Buffer;
    signature: Buffer;
    nonce: Buffer;
  };
  passkey: { customer_id: string; credential_id: Buffer; public_key: Buffer; created_at: Date };
  blockchain_address: { network_id: number; address: string; memo: string | null; created_at: Date };
  derivation: { customer_id: string; key_index: string };
  deposit_address: { customer_id: string; network_id: number };
}

/**
 * An attempt that the product has ordered. Anyone with the server's database login can write it, so it is only a
 * request and proves nothing.
 */
export interface OrderedPayout extends Payout {
  kind: 'payout' | 'cancellation';
  approvals: readonly PayoutApproval[];
  /** Assertion of the passkey with which the customer approved the payout. */
  assertion?: OrderedAssertion | undefined;
}

export interface OrderedAssertion extends PaymentAssertion {
  customerId: string;
}

/** A passkey from the product's database. */
export interface Credential {
  credentialId: Buffer;
  /** COSE key. */
  publicKey: Buffer;
  customerId: string;
}

export interface Destination {
  networkId: number;
  address: string;
  memo: string | undefined;
}

export interface ProductReader {
  /** @returns undefined if the attempt is not ordered */
  findOrder(payoutId: string, attempt: number): Promise<OrderedPayout | undefined>;
  /** Addresses that were saved between two times, in pages. */
  destinationsBetween(since: Date, until: Date): AsyncIterable<Destination[]>;
  findCredential(assertion: Pick<OrderedAssertion, 'customerId' | 'credentialId'>): Promise<Credential | undefined>;
  /** Passkeys that were added between two times, in pages. */
  credentialsBetween(since: Date, until: Date): AsyncIterable<Credential[]>;
  /**
   * Returns key indexes of customers' deposit addresses on a network, in ascending order. The product expects no
   * deposits on other addresses.
   */
  keyIndexesAfter(networkId: number, keyIndex: bigint, limit: number): Promise<bigint[]>;
  close(): Promise<void>;
}

/** Maximum number of rows per statement, so that an insertion stays below PostgreSQL's limit of parameters. */
const pageSize = 5000;

export function openProductReader(url: string, log?: Logger): ProductReader {
  const options = '-c default_transaction_read_only=on -c statement_timeout=10000';
  const pool = createPool({ connectionString: url, application_name: 'wusd-signer', max: 4, options }, log);
  const db = new Kysely<ProductDatabase>({ dialect: new PostgresDialect({ pool }) });
  return {
    async findOrder(payoutId, attempt) {
      const row = await db
        .selectFrom('payout_order as o')
        .innerJoin('crypto_transaction as t', (join) =>
          join.onRef('t.id', '=', 'o.withdrawal_id').onRef('t.network_id', '=', 'o.network_id'),
        )
        .select([
          'o.network_id',
          'o.sender',
          'o.nonce',
          'o.price',
          'o.kind',
          't.address',
          't.memo',
          't.currency',
          't.amount',
        ])
        .where('o.withdrawal_id', '=', payoutId)
        .where('o.attempt', '=', attempt)
        .where('t.direction', '=', 'withdrawal')
        .executeTakeFirst();
      if (!row?.address) return undefined;
      const approvals = await db
        .selectFrom('payout_approval')
        .select(['operator', 'signature'])
        .where('withdrawal_id', '=', payoutId)
        .orderBy('signed_at', 'desc')
        .limit(50)
        .execute();
      const { network_id: networkId, address: to, memo, amount, ...rest } = row;
      return {
        ...rest,
        payoutId,
        attempt,
        networkId,
        to,
        ...(memo !== null && { memo }),
        amount: BigInt(amount),
        approvals,
        assertion: await findAssertion(db, payoutId),
      };
    },
    async *destinationsBetween(since, until) {
      const read = (from: Date) =>
        db
          .selectFrom('blockchain_address')
          .select(['network_id', 'address', 'memo', 'created_at'])
          .where('created_at', '>=', from)
          .where('created_at', '<=', until)
          // Skips texts that are longer than any address, which would exceed the size limit of an index.
          .where(sql<number>`length(address)`, '<=', 128)
          .where(sql<number>`coalesce(length(memo), 0)`, '<=', 64)
          .orderBy('created_at')
          .limit(pageSize)
          .execute();
      for await (const rows of pagesOf(since, read))
        yield rows.map(({ network_id: networkId, address, memo }) => ({ networkId, address, memo: memo ?? undefined }));
    },
    async findCredential({ customerId, credentialId }) {
      const row = await selectCredentials(db)
        .where('customer_id', '=', customerId)
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return row && toCredential(row);
    },
    async *credentialsBetween(since, until) {
      const read = (from: Date) =>
        selectCredentials(db)
          .where('created_at', '>=', from)
          .where('created_at', '<=', until)
          .orderBy('created_at')
          .limit(pageSize)
          .execute();
      for await (const rows of pagesOf(since, read)) yield rows.map(toCredential);
    },
    async keyIndexesAfter(networkId, keyIndex, limit) {
      const rows = await db
        .selectFrom('derivation')
        .innerJoin('deposit_address', 'deposit_address.customer_id', 'derivation.customer_id')
        .select('key_index')
        .where('network_id', '=', networkId)
        .where('key_index', '>', String(keyIndex))
        // Only non-hardened child keys (BIP-32).
        .where('key_index', '<', String(2n ** 31n))
        .orderBy('key_index')
        .limit(limit)
        .execute();
      return rows.map((row) => BigInt(row.key_index));
    },
    close: () => db.destroy(),
  };
}

async function findAssertion(db: Kysely<ProductDatabase>, payoutId: string): Promise<OrderedAssertion | undefined> {
  const row = await db
    .selectFrom('payout_assertion')
    .select(['customer_id', 'credential_id', 'client_data_json', 'authenticator_data', 'signature', 'nonce'])
    .where('withdrawal_id', '=', payoutId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { signature, nonce } = row;
  return {
    customerId: row.customer_id,
    credentialId: row.credential_id,
    clientDataJson: row.client_data_json,
    authenticatorData: row.authenticator_data,
    signature,
    nonce,
  };
}

/** Skips credential ids and keys that exceed the limits of WebAuthn. */
const selectCredentials = (db: Kysely<ProductDatabase>) =>
  db
    .selectFrom('passkey')
    .select(['customer_id', 'credential_id', 'public_key', 'created_at'])
    .where(sql<number>`octet_length(credential_id)`, '<=', 1023)
    .where(sql<number>`octet_length(public_key)`, '<=', 2048);

const toCredential = ({
  customer_id: customerId,
  credential_id: credentialId,
  public_key: publicKey,
}: ProductDatabase['passkey']): Credential => ({ credentialId, publicKey, customerId });

/** Returns pages of rows in the order of their creation. @param read returns at most `pageSize` rows from a time on */
async function* pagesOf<Row extends { created_at: Date }>(
  since: Date,
  read: (from: Date) => Promise<Row[]>,
): AsyncIterable<Row[]> {
  for (let from = since; ;) {
    const rows = await read(from);
    yield rows;
    const last = rows.at(-1)?.created_at;
    if (rows.length < pageSize || last === undefined || last <= from) return;
    from = last;
  }
}
