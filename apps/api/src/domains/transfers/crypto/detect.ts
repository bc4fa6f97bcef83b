import type { Trx } from '../../../platform/database/database.ts';
import { createId } from '../../../platform/ids.ts';
import { custodyAccount, post, suspenseAccount } from '../../../ledger/ledger.ts';
import type { ChainTransfer } from '@wusd/payouts/chain-port';
import { recordTransition } from '../../../platform/state-machine/state-machine.ts';
import { cryptoDepositStates, type HoldReason } from './deposit-states.ts';
import { lockCustomer } from '../../../commands/customers.ts';
import type { Services } from '../../services.ts';
import { findWallet, newDeposit } from '../core/transactions.ts';
import { readNetworkTerms } from './terms.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';

/**
 * Records a transfer to one of our addresses once, even if it is read several times. It is credited after its
 * confirmations.
 *
 * @returns the customer; undefined if the transfer was recorded before or identifies no customer
 */
export async function detectTransfer(
  services: Pick<Services, 'clock' | 'vault'>,
  trx: Trx,
  transfer: ChainTransfer,
): Promise<string | undefined> {
  const { clock, vault } = services;
  const { networkId, hash, logIndex, address, memo, currency, amount } = transfer;
  const owner = await trx
    .selectFrom('deposit_address as target')
    .select('target.customer_id')
    .where('target.network_id', '=', networkId)
    .where('target.address', '=', address)
    .where((eb) => eb.or([eb('target.memo', 'is', null), eb('target.memo', '=', memo ?? '')]))
    .executeTakeFirst();
  if (owner) {
    await lockCustomer(trx, vault, owner.customer_id);
    const id = await openDeposit(services, trx, owner.customer_id, transfer, null);
    return id === undefined ? undefined : owner.customer_id;
  }

  const isOurs = await trx
    .selectFrom('deposit_address')
    .select('address')
    .where('network_id', '=', networkId)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  if (!isOurs || !(await markSeen(trx, transfer, 'unmatched'))) return undefined;
  await recordUnmatched({ clock }, trx, transfer);
  // The transfer identifies no customer. Networks with memos don't reorganise, so it is booked at once. It stays in
  // suspense until it is claimed.
  const legs = [
    { account: await custodyAccount(trx, clock, networkId, currency), amount },
    { account: await suspenseAccount(trx, clock, `network-${networkId}`, currency), amount: -amount },
  ];
  const entityId = `${networkId}:${hash}:${logIndex}`;
  await post(trx, { id: `unmatched:${entityId}`, kind: 'unmatched transfer', entityId, eventTime: clock.now(), legs });
  return undefined;
}

/** Records an unmatched transfer, with which claims are compared. Does nothing if it is already recorded. */
export async function recordUnmatched(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  transfer: ChainTransfer,
): Promise<void> {
  const { networkId, hash, logIndex, currency, amount, sender, address, memo = null } = transfer;
  await trx
    .insertInto('unmatched_transfer')
    .values({
      network_id: networkId,
      hash,
      log_index: logIndex,
      currency,
      amount: amount.toString(),
      sender,
      address,
      memo,
      seen_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns false if the transfer was recorded before */
async function markSeen(trx: Trx, { networkId, hash, logIndex }: ChainTransfer, entityId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('deposit_seen')
    .values({
      network_id: networkId,
      hash,
      log_index: logIndex,
      entity_id: entityId,
      unmatched: entityId === 'unmatched',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Opens a deposit for a transfer.
 *
 * @param customerId customer whose row is locked by this transaction
 * @param holdReason reason why an operator reviews the deposit once it is confirmed
 * @returns the deposit's id; undefined if the transfer was recorded before
 */
export async function openDeposit(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  customerId: string,
  transfer: ChainTransfer,
  holdReason: HoldReason | null,
): Promise<string | undefined> {
  const { networkId, hash, logIndex, currency, amount, address, memo, sender, block } = transfer;
  const searched = await trx
    .selectFrom('crypto_transaction')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('network_id', '=', networkId)
    .where('hash', '=', hash)
    .where('is_undisclosed', '=', true)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  const id = searched?.id ?? createId('ctx', clock);
  if (!(await markSeen(trx, transfer, id))) return undefined;
  const wallet = await findWallet(trx, customerId, currency);
  const { confirmations: needed } = await readNetworkTerms(trx, networkId);
  const now = clock.now();
  const known = {
    wallet_id: wallet.id,
    currency,
    log_index: logIndex,
    address,
    memo: memo ?? null,
    sender,
    amount: amount.toString(),
    hold_reason: holdReason,
    block_height: block.height.toString(),
    block_hash: block.hash,
    updated_at: now,
  };
  // The customer claimed the transaction before it was found, so the claim becomes the deposit.
  if (searched)
    await trx
      .updateTable('crypto_transaction')
      .set((eb) => ({ ...known, is_undisclosed: false, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  else {
    await trx
      .insertInto('crypto_transaction')
      .values({
        ...newDeposit(id, customerId, wallet.id, now),
        ...known,
        network_id: networkId,
        hash,
        status: 'processing',
        confirmations_needed: needed,
      })
      .execute();
    await recordTransition(trx, clock, cryptoDepositStates, {
      id,
      customerId,
      from: null,
      to: 'processing',
      actor: 'system',
    });
  }
  await publishWalletUpdated(trx, clock, { id, customer_id: customerId, wallet_id: wallet.id });
  return id;
}
