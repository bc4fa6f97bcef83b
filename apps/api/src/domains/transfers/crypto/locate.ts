import { audit } from '../../../platform/audit/audit.ts';
import { transact } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { isTransactionHash } from '../../destinations/blockchain-addresses/address-formats.ts';
import { claimTransfers } from './claim-search.ts';
import { type ClaimRequest, fileClaim } from './claims.ts';

/**
 * Finds a missing deposit by its transaction. A transfer to the customer's own address becomes a deposit under review;
 * any other transaction becomes a claim. A repeated call returns the same deposit.
 *
 * @returns the deposit's id
 * @throws AppError INVALID_REQUEST, DEPOSIT_NOT_FOUND, DEPOSIT_CLAIM_CLOSED, TOO_MANY_REQUESTS
 */
export async function locateDeposit(services: Services, request: ClaimRequest): Promise<string> {
  const { db, clock, vault, gateways, log, notifier } = services;
  const { customerId, networkId, hash } = request;
  if (!isTransactionHash(networkId, hash))
    throw new AppError('INVALID_REQUEST', { field: '/query/txnHash', reasonCode: 'not-a-hash' });
  if (!gateways.networks.some((id) => id === networkId)) throw new AppError('DEPOSIT_NOT_FOUND');
  // The claim is filed even if this fails: its search queries the network for one working day.
  const transfers = await gateways.chain.transfersOf(networkId, hash).catch((error: unknown) => {
    log.warn({ err: error, network: networkId }, 'a claimed transfer could not be looked up');
    return [];
  });
  const found = await transact(db, async (trx) => {
    await lockCustomer(trx, vault, customerId);
    const own = await trx
      .selectFrom('crypto_transaction')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('direction', '=', 'deposit')
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      // A reorganised transfer may reappear, and a rejected claim can be repeated.
      .where('status', '<>', 'failed')
      .where((eb) => eb.not(eb.and({ is_undisclosed: true, status: 'rejected' })))
      .orderBy('id')
      .executeTakeFirst();
    if (own) return own.id;
    const id = await claimTransfers(services, trx, customerId, transfers);
    if (id === undefined) return fileClaim(services, trx, request);
    await audit(trx, clock, { customerId, actor: 'customer', act: 'deposit located', details: { deposit: id } });
    return id;
  });
  await notifier.send(customerId, 'arrivals');
  return found;
}
