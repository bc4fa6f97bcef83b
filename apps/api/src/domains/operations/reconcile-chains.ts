import { decimalsOf, networkNames } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { formatMoney } from '@wusd/i18n';
import type { Db } from '../../platform/database/database.ts';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import type { NetworkId } from '@wusd/server-kit/registry/networks';
import type { PayoutPort } from '@wusd/payouts/payout-port';
import { cursorOf } from '../transfers/crypto/scan.ts';
import { observe } from '../transfers/crypto/signed-payouts.ts';
import type { Services } from '../services.ts';
import { inspectSent } from './supply/follow.ts';
import { issuedCurrency } from './supply/issuer.ts';
import { compareNetworks, type Reconciliation } from './compare-networks.ts';

/**
 * Compares the balances on each network with the ledger, as of the last scanned block. Deposits in progress are already
 * on the network, and payouts in progress may have left it.
 */
export const reconcileChains = (services: Services): Promise<Reconciliation> =>
  compareNetworks(services, (networkId) => reconcileChain(services, networkId));

/** @returns one sentence per difference, or the reason why the balances can't be compared */
async function reconcileChain(
  { db, gateways, settings }: Services,
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
  const expected = await expectedOn({ db, gateways, settings }, networkId, at);
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

/** Returns former payout senders, whose remaining balances still belong to us. */
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

async function expectedOn(
  services: Pick<Services, 'db' | 'gateways' | 'settings'>,
  networkId: number,
  at: bigint,
): Promise<Map<string, bigint>> {
  const { db, gateways } = services;
  const { payouts } = gateways;
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
  for (const { order, state } of await inspectSent(services, networkId)) {
    if (!order.is_custody || state.state !== 'included' || state.block.height > at) continue;
    add(issuedCurrency, order.kind === 'mint' ? BigInt(order.amount) : -BigInt(order.amount));
  }
  return expected;
}
