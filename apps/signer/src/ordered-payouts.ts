import { createPool } from '@wusd/server-kit/connections';
import type { Logger } from '@wusd/server-kit/logging';
import type { PayoutApproval } from '@wusd/payouts/approvals';
import type { Payout } from '@wusd/payouts/payout-port';
import { Kysely, PostgresDialect, sql } from 'kysely';

/** What the signer reads of the product's database, with a login that can only read. */
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
  blockchain_address: { network_id: number; address: string; memo: string | null; created_at: Date };
}

/** An attempt that the product has ordered. Whoever has the server's login can write it: it is a request and no proof. */
export interface OrderedPayout extends Payout {
  kind: 'payout' | 'cancellation';
  approvals: readonly PayoutApproval[];
}

export interface Destination {
  networkId: number;
  address: string;
  memo: string | undefined;
}

export interface ProductReader {
  /** @returns undefined where no such attempt is ordered */
  findOrder(payoutId: string, attempt: number): Promise<OrderedPayout | undefined>;
  /** Addresses that were saved between two times, in pages. */
  destinationsBetween(since: Date, until: Date): AsyncIterable<Destination[]>;
  close(): Promise<void>;
}

/** Rows of one statement: an insertion of as many has fewer parameters than PostgreSQL takes. */
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
      };
    },
    async *destinationsBetween(since, until) {
      for (let from = since; ;) {
        const rows = await db
          .selectFrom('blockchain_address')
          .select(['network_id', 'address', 'memo', 'created_at'])
          .where('created_at', '>=', from)
          .where('created_at', '<=', until)
          // Longer than any address, and too long for an index.
          .where(sql<number>`length(address)`, '<=', 128)
          .where(sql<number>`coalesce(length(memo), 0)`, '<=', 64)
          .orderBy('created_at')
          .limit(pageSize)
          .execute();
        yield rows.map(({ network_id: networkId, address, memo }) => ({ networkId, address, memo: memo ?? undefined }));
        const last = rows.at(-1)?.created_at;
        if (rows.length < pageSize || last === undefined || last <= from) return;
        from = last;
      }
    },
    close: () => db.destroy(),
  };
}
