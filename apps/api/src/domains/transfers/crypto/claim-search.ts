import type { Selectable } from 'kysely';
import { transact, type Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import type { ChainTransfer } from '@wusd/payouts/chain-port';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { lockTransfer } from '../core/transactions.ts';
import { cryptoDeposits, transitionCryptoDepositWithin } from './deposit-transitions.ts';
import { recordUnmatched, openDeposit } from './detect.ts';
import { matchClaim, rejectRivalClaims } from './claim-matching.ts';

type Claim = Selectable<Database['deposit_claim']>;

const searchEveryMs = 5 * 60_000;

/**
 * Assigns the transfers of a claimed transaction. A transfer to the customer's own address becomes a deposit at once. A
 * transfer that identifies no customer is recorded for claims.
 *
 * @param trx holds the lock of the customer's row
 * @returns the deposit's id
 */
export async function claimTransfers(
  services: Services,
  trx: Trx,
  customerId: string,
  transfers: readonly ChainTransfer[],
): Promise<string | undefined> {
  for (const transfer of transfers) {
    const { networkId, hash, logIndex, address, memo } = transfer;
    const target = await trx
      .selectFrom('deposit_address')
      .select('memo')
      .where('customer_id', '=', customerId)
      .where('network_id', '=', networkId)
      .where('address', '=', address)
      .executeTakeFirst();
    if (!target) continue;
    const seen = await trx
      .selectFrom('deposit_seen')
      .select('unmatched')
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      .where('log_index', '=', logIndex)
      .executeTakeFirst();
    if (seen?.unmatched) await recordUnmatched(services, trx, transfer);
    if (seen || (target.memo !== null && target.memo !== memo)) continue;
    const id = await openDeposit(services, trx, customerId, transfer, 'located');
    if (id !== undefined) return id;
  }
  return undefined;
}

/**
 * Searches for claimed transactions that are still unknown, ends searches after one working day, and rejects claims to
 * transfers of other customers.
 */
export async function searchClaims(services: Services, run: QueueRun = everything): Promise<void> {
  const { networkId } = run;
  const query = services.db
    .selectFrom('deposit_claim as claim')
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .selectAll('claim')
    .where('deposit.is_undisclosed', '=', true)
    .where('deposit.status', '=', 'processing')
    .orderBy('claim.transaction_id');
  const claims = await (networkId === undefined ? query : query.where('claim.network_id', '=', networkId)).execute();
  await run.forEach(
    claims,
    ({ transaction_id: id }) => id,
    (claim) => search(services, claim),
  );
  await rejectRivalClaims(services);
}

async function search(services: Services, claim: Claim): Promise<void> {
  const { db, clock, gateways, vault, notifier } = services;
  const now = clock.now();
  const isOver = now >= claim.search_until;
  const isDue = isOver || now.getTime() - claim.searched_at.getTime() >= searchEveryMs;
  const transfers = isDue ? await gateways.chain.transfersOf(claim.network_id, claim.hash) : [];
  const hasMoved = await transact(db, async (trx) => {
    await lockCustomer(trx, vault, claim.customer_id);
    const row = await lockTransfer(trx, services, cryptoDeposits, claim.transaction_id);
    if (row?.status !== 'processing' || !row.is_undisclosed) return false;
    await claimTransfers(services, trx, claim.customer_id, transfers);
    await trx
      .updateTable('deposit_claim')
      .set({ searched_at: isDue ? now : claim.searched_at })
      .where('transaction_id', '=', row.id)
      .execute();
    const after = await lockTransfer(trx, services, cryptoDeposits, row.id);
    // The transfer went to the claimant's own address, so the claim has become that deposit.
    if (after?.is_undisclosed === false || (await matchClaim(services, trx, row.id))) return true;
    if (isOver)
      await transitionCryptoDepositWithin(trx, services, row, { to: 'failed', actor: 'system', reason: 'not-found' });
    return isOver;
  });
  if (hasMoved) await notifier.send(claim.customer_id, 'messages');
}
