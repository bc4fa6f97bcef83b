import type { Trx } from '../../../platform/database/database.ts';
import type { DepositTarget } from '../../../gateways/chain-port.ts';
import type { Services } from '../../services.ts';

/**
 * A customer's deposit address on a network. It never changes, and concurrent calls return the
 * same.
 */
export async function depositTargetOf(
  { gateways }: Pick<Services, 'gateways'>,
  trx: Trx,
  customerId: string,
  networkId: number,
): Promise<DepositTarget> {
  const find = trx
    .selectFrom('deposit_address')
    .select(['address', 'memo'])
    .where('customer_id', '=', customerId)
    .where('network_id', '=', networkId);
  const existing = await find.executeTakeFirst();
  if (existing) return targetOf(existing);
  await trx
    .insertInto('derivation')
    .values({ customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { key_index: keyIndex } = await trx
    .selectFrom('derivation')
    .select('key_index')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { address, memo = null } = await gateways.chain.depositTarget(networkId, BigInt(keyIndex));
  await trx
    .insertInto('deposit_address')
    .values({ customer_id: customerId, network_id: networkId, address, memo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return targetOf(await find.executeTakeFirstOrThrow());
}

function targetOf({ address, memo }: { address: string; memo: string | null }): DepositTarget {
  return { address, ...(memo !== null && { memo }) };
}
