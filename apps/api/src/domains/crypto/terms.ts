import { decimalsOf, Network } from '@wusd/api-sdk/domain';
import { fromMinor, roundDown, toMinor } from '@wusd/api-sdk/money';
import pg from 'pg';
import type { Db } from '../../database/database.ts';
import { ledgerScale } from '../../ledger/ledger.ts';

/** What a network asks for. Amounts are decimals, alike for every currency that moves on it: all of them are worth a dollar. */
export interface NetworkTerms {
  /** Blocks, its own included, until a deposit counts. */
  confirmations: number;
  minimumDeposit: string;
  /** Comes on top of what is withdrawn. */
  withdrawalFee: string;
}

const scale = ledgerScale['WUSD'] ?? 0;
/** As a new database has them; from then on the database is what counts. */
const firstTerms: Record<number, NetworkTerms> = {
  [Network.Ethereum]: { confirmations: 12, minimumDeposit: '10', withdrawalFee: '5' },
  [Network.Polygon]: { confirmations: 64, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Viction]: { confirmations: 30, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Tron]: { confirmations: 20, minimumDeposit: '1', withdrawalFee: '2' },
  [Network.ArbitrumOne]: { confirmations: 20, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Base]: { confirmations: 20, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Bnb]: { confirmations: 15, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Solana]: { confirmations: 32, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Avalanche]: { confirmations: 12, minimumDeposit: '1', withdrawalFee: '1' },
  [Network.Stellar]: { confirmations: 1, minimumDeposit: '1', withdrawalFee: '0.5' },
};

/** Fills in the terms of what has none. Runs as the owner of the schema: the server's own role can't change them. */
export async function prepareNetworks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const minor = (amount: string): string => toMinor(amount, scale).toString();
  try {
    for (const [networkId, { confirmations, minimumDeposit, withdrawalFee }] of Object.entries(firstTerms)) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query('insert into network_terms values ($1, $2, $3, $4) on conflict do nothing', [
        networkId,
        confirmations,
        minor(minimumDeposit),
        minor(withdrawalFee),
      ]);
    }
  } finally {
    await client.end();
  }
}

export async function readNetworkTerms(db: Db, networkId: number): Promise<NetworkTerms> {
  const row = await db
    .selectFrom('network_terms')
    .selectAll()
    .where('network_id', '=', networkId)
    .executeTakeFirstOrThrow();
  const amount = (minor: string): string => roundDown(fromMinor(BigInt(minor), scale), decimalsOf('WUSD'));
  return {
    confirmations: row.confirmations,
    minimumDeposit: amount(row.minimum_deposit),
    withdrawalFee: amount(row.withdrawal_fee),
  };
}

const explorers: Record<number, string> = {
  [Network.Ethereum]: 'https://etherscan.io/tx/',
  [Network.Polygon]: 'https://polygonscan.com/tx/',
  [Network.Viction]: 'https://www.vicscan.xyz/tx/',
  [Network.Tron]: 'https://tronscan.org/#/transaction/',
  [Network.ArbitrumOne]: 'https://arbiscan.io/tx/',
  [Network.Base]: 'https://basescan.org/tx/',
  [Network.Bnb]: 'https://bscscan.com/tx/',
  [Network.Solana]: 'https://solscan.io/tx/',
  [Network.Avalanche]: 'https://snowtrace.io/tx/',
  [Network.Stellar]: 'https://stellar.expert/explorer/public/tx/',
};

/** Where anybody can look a transaction up. */
export function explorerUrl(networkId: number, hash: string): string | undefined {
  const base = explorers[networkId];
  return base === undefined ? undefined : base + encodeURIComponent(hash);
}
