import { decimalsOf, networkNames } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import type { Db } from '../../platform/database/database.ts';
import { GatewayError } from '../../platform/errors/gateway-error.ts';
import { scaleOf } from '../../platform/registry/currencies.ts';
import type { NetworkId } from '../../platform/registry/networks.ts';
import { hasNode } from '../../gateways/network-settings.ts';
import type { PayoutPort } from '../../gateways/payout-port.ts';
import { cursorOf } from '../transfers/crypto/scan.ts';
import { observe } from '../transfers/crypto/signed-payouts.ts';
import type { Services } from '../services.ts';

/** A network whose balances were not compared with the ledger. */
export interface UncomparedNetwork {
  network: string;
  reason: string;
}

export interface Reconciliation {
  /** A sentence for each difference. */
  differences: string[];
  /** Networks with a node that were not compared. */
  notCompared: UncomparedNetwork[];
}

/**
 * Compares the balances on each network with the ledger, as of the last scanned block. Deposits in progress are on the network already,
 * and payouts in progress may have left it. A network whose node does not answer does not stop the others.
 */
export async function reconcileChains(services: Services): Promise<Reconciliation> {
  const { gateways, settings } = services;
  const results = await Promise.all(
    gateways.networks
      .filter((networkId) => hasNode(settings.networks, networkId))
      .map(async (networkId): Promise<Reconciliation> => {
        const compared = await reconcileChain(services, networkId).catch((error: unknown) => {
          if (!(error instanceof GatewayError)) throw error;
          return { reason: `${error.gateway} gave no answer (${error.reason})` };
        });
        return 'reason' in compared
          ? { differences: [], notCompared: [{ network: networkNames[networkId], reason: compared.reason }] }
          : { differences: compared, notCompared: [] };
      }),
  );
  return {
    differences: results.flatMap(({ differences }) => differences),
    notCompared: results.flatMap(({ notCompared }) => notCompared),
  };
}

/** @returns a sentence for each difference, or why the balances can't be compared */
async function reconcileChain(
  { db, gateways }: Services,
  networkId: NetworkId,
): Promise<string[] | { reason: string }> {
  const cursor = await db
    .selectFrom('scan_cursor')
    .select('position')
    .where('source', '=', cursorOf(networkId))
    .executeTakeFirst();
  const at = BigInt(cursor?.position ?? 0);
  const addresses = await db
    .selectFrom('deposit_address')
    .select('address')
    .where('network_id', '=', networkId)
    .execute();
  const holdings = await gateways.chain.holdingsAt(networkId, at, [
    ...addresses.map(({ address }) => address),
    ...(await retiredSenders(db, gateways.payouts, networkId)),
  ]);
  if (!holdings) return { reason: `its balances at ${at} can't be read` };
  const expected = await expectedOn(db, gateways.payouts, networkId, at);
  const money = (minor: bigint, currency: string): string =>
    formatMoney('en_US', fromMinor(minor, scaleOf(currency)), currency, decimalsOf(currency));
  return [...holdings].flatMap(([currency, amount]) => {
    const expectedAmount = expected.get(currency) ?? 0n;
    return amount === expectedAmount
      ? []
      : [
          `${networkNames[networkId]}: holds ${money(amount, currency)} at ${at}, the ledger says ${money(expectedAmount, currency)}`,
        ];
  });
}

/** Former senders of payouts, whose remaining balances still belong to us. */
async function retiredSenders(db: Db, payouts: PayoutPort, networkId: number): Promise<string[]> {
  const current = await payouts.sender(networkId);
  const rows = await db
    .selectFrom('payout_sender')
    .select('sender')
    .where('network_id', '=', networkId)
    .where('sender', 'not in', [current, ''])
    .execute();
  return rows.map(({ sender }) => sender);
}

async function expectedOn(db: Db, payouts: PayoutPort, networkId: number, at: bigint): Promise<Map<string, bigint>> {
  const expected = new Map<string, bigint>();
  const add = (currency: string, amount: bigint): void =>
    void expected.set(currency, (expected.get(currency) ?? 0n) + amount);
  const accounts = await db
    .selectFrom('account')
    .select(['asset', 'posted'])
    .where('owner', '=', `custody:${networkId}`)
    .execute();
  for (const { asset, posted } of accounts) add(asset, BigInt(posted));
  const open = await db
    .selectFrom('crypto_transaction')
    .select(['id', 'direction', 'currency', 'amount'])
    .where('network_id', '=', networkId)
    .where('status', '=', 'processing')
    .execute();
  for (const { id, direction, currency, amount } of open) {
    if (direction === 'deposit') {
      add(currency, BigInt(amount));
      continue;
    }
    const signed = await db
      .selectFrom('signed_tx')
      .selectAll()
      .where('withdrawal_id', '=', id)
      .where('kind', '=', 'payout')
      .execute();
    const observed = await observe({ gateways: { payouts } }, signed);
    const hasLeft = observed.some(
      ({ status }) =>
        typeof status === 'object' && status.block !== undefined && status.block <= at && !status.isReverted,
    );
    if (hasLeft) add(currency, -BigInt(amount));
  }
  return expected;
}
