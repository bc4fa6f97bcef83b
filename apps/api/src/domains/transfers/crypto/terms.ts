import { Network } from '@wusd/api-sdk/domain';
import type { Selectable } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import type { InitialRows } from '../../../platform/database/initial-rows.ts';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import { fromWusdMinor, toWusdMinor } from '../core/wusd-amounts.ts';

/** Terms of a network. Amounts are decimals and apply to all its currencies, each of which is worth one dollar. */
export interface NetworkTerms {
  /** Number of blocks, including the deposit's block, after which a deposit is credited. */
  confirmations: number;
  minimumDeposit: string;
  /** Charged in addition to the withdrawn amount. */
  withdrawalFee: string;
}

/** Terms of a new database. Afterwards the values in the database apply. */
const initialTerms: Record<NetworkId, NetworkTerms> = {
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

export function initialNetworkTerms(): InitialRows {
  const rows = Object.entries(initialTerms).map(([networkId, { confirmations, minimumDeposit, withdrawalFee }]) => ({
    network_id: networkId,
    confirmations,
    minimum_deposit: toWusdMinor(minimumDeposit),
    withdrawal_fee: toWusdMinor(withdrawalFee),
  }));
  return { table: 'network_terms', rows };
}

export async function readNetworkTerms(db: Db, networkId: number): Promise<NetworkTerms> {
  return toTerms(
    await db.selectFrom('network_terms').selectAll().where('network_id', '=', networkId).executeTakeFirstOrThrow(),
  );
}

/** Reads the terms of all networks, by network. One query. */
export async function readAllNetworkTerms(db: Db): Promise<Map<number, NetworkTerms>> {
  const rows = await db.selectFrom('network_terms').selectAll().execute();
  return new Map(rows.map((row) => [row.network_id, toTerms(row)]));
}

const toTerms = (row: Selectable<Database['network_terms']>): NetworkTerms => ({
  confirmations: row.confirmations,
  minimumDeposit: fromWusdMinor(row.minimum_deposit),
  withdrawalFee: fromWusdMinor(row.withdrawal_fee),
});
