import { networkNames } from '@wusd/api-sdk/domain';
import { fromMinor } from '@wusd/api-sdk/money';
import { audit } from '../../../platform/audit/audit.ts';
import { transact } from '../../../platform/database/database.ts';
import { errorCodeOf } from '@wusd/server-kit/errors/error-fields';
import { scaleOf } from '@wusd/server-kit/registry/currencies';
import { type NetworkId, networkIdOf } from '@wusd/server-kit/registry/networks';
import type { ChainTransfer } from '@wusd/payouts/chain-port';
import type { Services } from '../../services.ts';
import { OperatorError, UsageError } from '../errors.ts';
import type { CommandResult } from '../results.ts';
import { issuedCurrency, type Issuer, issuerOn } from './issuer.ts';
import { lockOrder, type SupplyOrder, viewOf } from './orders.ts';

/**
 * Records the transaction that executed an approved order, if the network confirms that it matches the order. It is
 * posted when it is final.
 *
 * @throws UsageError, OperatorError NOT_FOUND, CONFLICT if the transaction differs from the order or belongs to another
 *   order
 */
export async function recordSupplyTransaction(
  services: Services,
  id: string,
  text: string,
  operator: string,
): Promise<CommandResult<'supply-order'>> {
  const { db, clock, gateways, settings } = services;
  const hash = text.toLowerCase();
  if (!/^(0x)?[0-9a-f]{64}$/.test(hash)) throw new UsageError('The hash must be 64 hexadecimal digits.');
  const asked = await transact(db, (trx) => lockOrder(trx, id, ['approved']));
  const networkId = networkIdOf(asked.network_id);
  const issuer = issuerOn(settings.networks, networkId);
  if (!issuer)
    throw new OperatorError(
      'CONFLICT',
      `The settings name no ${issuedCurrency} contract on ${networkNames[networkId]}.`,
    );
  const found = executionOf(asked, issuer, networkId, hash, await gateways.chain.transfersOf(networkId, hash));
  return transact(db, async (trx) => {
    // Another operator may have cancelled the order in the meantime.
    await lockOrder(trx, id, ['approved']);
    await trx
      .updateTable('supply_order')
      .set({
        status: 'sent',
        hash: found.hash,
        log_index: found.logIndex,
        block_height: found.block.height.toString(),
        block_hash: found.block.hash,
      })
      .where('id', '=', id)
      .execute();
    const details = { id, hash: found.hash, operator };
    await audit(trx, clock, { customerId: undefined, actor: 'Operations', act: 'supply order sent', details });
    return { type: 'supply-order' as const, ...(await viewOf(trx, services, id)) };
  }).catch((error: unknown) => {
    // unique_violation of the index on hashes.
    if (errorCodeOf(error) !== '23505') throw error;
    throw new OperatorError('CONFLICT', `Transaction ${found.hash} belongs to another order.`);
  });
}

/**
 * Returns the only mint or burn of a transaction.
 * @throws OperatorError CONFLICT that describes the difference from the order
 */
function executionOf(
  order: SupplyOrder,
  { counterparty }: Issuer,
  networkId: NetworkId,
  hash: string,
  transfers: readonly ChainTransfer[],
): ChainTransfer {
  const issued = transfers.filter(
    ({ currency, sender, address }) =>
      currency === issuedCurrency && (sender === counterparty) !== (address === counterparty),
  );
  const [found] = issued;
  const where = `Transaction ${hash} on ${networkNames[networkId]}`;
  if (!found)
    throw new OperatorError(
      'CONFLICT',
      `${where} mints and burns no ${issuedCurrency}: it is in no block, was reverted, or called another contract.`,
    );
  if (issued.length > 1)
    throw new OperatorError('CONFLICT', `${where} has ${issued.length} mints and burns. Send one order in each.`);
  const kind = found.sender === counterparty ? 'mint' : 'burn';
  const holder = kind === 'mint' ? found.address : found.sender;
  const ordered = BigInt(order.amount);
  if (kind === order.kind && holder === order.address && found.amount === ordered) return found;
  throw new OperatorError(
    'CONFLICT',
    `${where} is a ${describe(kind, found.amount, holder)}. The order is a ${describe(order.kind, ordered, order.address)}.`,
  );
}

/** E.g. `mint of 5.000000000000000000 WUSD to 0x…`. @param minor amount in minor units */
const describe = (kind: SupplyOrder['kind'], minor: bigint, holder: string): string =>
  `${kind} of ${fromMinor(minor, scaleOf(issuedCurrency))} ${issuedCurrency} ${kind === 'mint' ? 'to' : 'from'} ${holder}`;
