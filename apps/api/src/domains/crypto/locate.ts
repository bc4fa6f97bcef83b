import { audit } from '../../audit/audit.ts';
import { transact } from '../../database/database.ts';
import { Failure } from '../../http/failure.ts';
import { lockCustomer } from '../customers/customers.ts';
import type { Services } from '../services.ts';
import { isTransactionHash } from './addresses.ts';
import { openDeposit } from './detect.ts';

/**
 * A deposit that did not show, by its transaction: what is found waits for a person. Asked again, it is the same deposit.
 *
 * @returns the deposit's id
 * @throws Failure INVALID_REQUEST, DEPOSIT_NOT_FOUND
 */
export async function locateDeposit(
  services: Services,
  customerId: string,
  networkId: number,
  hash: string,
): Promise<string> {
  const { db, clock, vault, outside, wakeUps } = services;
  if (!isTransactionHash(networkId, hash))
    throw new Failure('INVALID_REQUEST', { field: '/query/txnHash', reasonCode: 'not-a-hash' });
  const transfers = await outside.chain.transfersOf(networkId, hash);
  const found = await transact(db, async (trx) => {
    // Whoever asks twice at once asks one after the other.
    await lockCustomer(trx, vault, customerId);
    const own = await trx
      .selectFrom('crypto_transaction')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('direction', '=', 'deposit')
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      // What the chain took back may have come again.
      .where('status', '<>', 'failed')
      .orderBy('id')
      .executeTakeFirst();
    if (own) return own.id;
    for (const transfer of transfers) {
      // oxlint-disable-next-line no-await-in-loop -- one, as good as always
      const isTheirs = await trx
        .selectFrom('deposit_address')
        .select('memo')
        .where('customer_id', '=', customerId)
        .where('network_id', '=', networkId)
        .where('address', '=', transfer.address)
        .executeTakeFirst();
      if (!isTheirs) continue;
      // oxlint-disable-next-line no-await-in-loop
      const seen = await trx
        .selectFrom('deposit_seen')
        .selectAll()
        .where('network_id', '=', networkId)
        .where('hash', '=', hash)
        .where('log_index', '=', transfer.logIndex)
        .forUpdate()
        .executeTakeFirst();
      // Somebody else's, who shares the address.
      if (seen && !seen.unmatched) continue;
      // Its memo names another customer, whose it will be once it is read.
      if (!seen && isTheirs.memo !== null && isTheirs.memo !== transfer.memo) continue;
      // oxlint-disable-next-line no-await-in-loop
      const id = await openDeposit(services, trx, customerId, transfer, seen ? 'missing-memo' : 'located');
      if (id === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      await audit(trx, clock, { customerId, actor: 'customer', act: 'deposit located', details: { deposit: id } });
      return id;
    }
    return undefined;
  });
  if (found === undefined) throw new Failure('DEPOSIT_NOT_FOUND');
  await wakeUps.send(customerId, 'arrivals');
  return found;
}
