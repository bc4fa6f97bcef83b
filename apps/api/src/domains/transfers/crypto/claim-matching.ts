import { type Db, transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Services } from '../../services.ts';
import { findWallet, lockTransfer, typedRow } from '../core/transactions.ts';
import { cryptoDeposits, transitionCryptoDepositWithin } from './deposit-transitions.ts';
import type { CryptoDepositRow, CryptoRow } from './transactions.ts';

/** Query for matched claims with their transfers. */
export const claimedTransfers = (db: Db) =>
  db
    .selectFrom('deposit_claim as claim')
    .innerJoin('unmatched_transfer as transfer', (join) =>
      join
        .onRef('transfer.network_id', '=', 'claim.network_id')
        .onRef('transfer.hash', '=', 'claim.hash')
        .onRef('transfer.log_index', '=', 'claim.log_index'),
    );

/**
 * Passes a claim to an operator if its transaction has a transfer without a memo to the claimant's shared address.
 *
 * @returns whether the claim was matched
 */
export async function matchClaim(services: Services, trx: Trx, id: string): Promise<boolean> {
  const claim = await trx.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const row = typedRow(cryptoDeposits, claim);
  const transfer = await trx
    .selectFrom('unmatched_transfer as transfer')
    .innerJoin('deposit_seen as seen', (join) =>
      join
        .onRef('seen.network_id', '=', 'transfer.network_id')
        .onRef('seen.hash', '=', 'transfer.hash')
        .onRef('seen.log_index', '=', 'transfer.log_index'),
    )
    .innerJoin('deposit_address as target', (join) =>
      join.onRef('target.network_id', '=', 'transfer.network_id').onRef('target.address', '=', 'transfer.address'),
    )
    .select('transfer.log_index')
    .where('transfer.network_id', '=', row.network_id)
    .where('transfer.hash', '=', row.hash)
    .where('seen.unmatched', '=', true)
    .where('target.customer_id', '=', row.customer_id)
    .orderBy('transfer.log_index')
    .executeTakeFirst();
  if (!transfer) return false;
  await trx
    .updateTable('deposit_claim')
    .set({ log_index: transfer.log_index })
    .where('transaction_id', '=', id)
    .execute();
  await transitionCryptoDepositWithin(trx, services, row, {
    to: 'to be confirmed',
    actor: 'system',
    reason: 'missing-memo',
  });
  return true;
}

/**
 * Rejects claims whose transfer was assigned to another customer. Runs in every round, so that a crash leaves no claim
 * open.
 */
export async function rejectRivalClaims(services: Services): Promise<void> {
  const { db, notifier } = services;
  const rivals = await db
    .selectFrom('deposit_claim as claim')
    .innerJoin('crypto_transaction as deposit', 'deposit.id', 'claim.transaction_id')
    .innerJoin('deposit_seen as seen', (join) =>
      join
        .onRef('seen.network_id', '=', 'claim.network_id')
        .onRef('seen.hash', '=', 'claim.hash')
        .onRef('seen.log_index', '=', 'claim.log_index'),
    )
    .select(['deposit.id', 'deposit.customer_id'])
    .where('deposit.is_undisclosed', '=', true)
    .where('deposit.status', '=', 'to be confirmed')
    .where('seen.unmatched', '=', false)
    .execute();
  await forEachSettled(rivals, async ({ id, customer_id: customerId }) => {
    await transact(db, async (trx) => {
      const row = await lockTransfer(trx, services, cryptoDeposits, id);
      if (row?.status === 'to be confirmed')
        await transitionCryptoDepositWithin(trx, services, row, {
          to: 'rejected',
          actor: 'Operations',
          reason: 'not-yours',
        });
    });
    await notifier.send(customerId, 'messages');
  });
}

/** Screens the sender of a claim's transfer. Called outside the transaction that decides the claim. */
export async function screenClaim({ db, gateways }: Services, id: string): Promise<CryptoRow['risk']> {
  const transfer = await claimedTransfers(db)
    .select(['transfer.network_id', 'transfer.sender'])
    .where('claim.transaction_id', '=', id)
    .executeTakeFirst();
  return transfer && transfer.sender !== ''
    ? gateways.screening.screenAddress(transfer.network_id, transfer.sender)
    : 'low';
}

/**
 * Assigns the transfer of a claim to the claimant, and discloses it.
 *
 * @param row an undisclosed deposit, locked by this transaction
 * @returns the updated row
 * @throws AppError MOVE_NOT_ALLOWED if no transfer was found, or it belongs to another customer
 */
export async function assignTransfer(
  { clock }: Services,
  trx: Trx,
  row: CryptoDepositRow,
  risk: CryptoRow['risk'],
): Promise<CryptoDepositRow> {
  const claim = await trx
    .selectFrom('deposit_claim')
    .selectAll()
    .where('transaction_id', '=', row.id)
    .executeTakeFirstOrThrow();
  const key = { network_id: claim.network_id, hash: claim.hash, log_index: claim.log_index ?? -1 };
  const { numUpdatedRows } = await trx
    .updateTable('deposit_seen')
    .set({ entity_id: row.id, unmatched: false })
    .where((eb) => eb.and(key))
    .where('unmatched', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  const transfer = await trx
    .selectFrom('unmatched_transfer')
    .selectAll()
    .where((eb) => eb.and(key))
    .executeTakeFirstOrThrow();
  const wallet = await findWallet(trx, row.customer_id, transfer.currency);
  const assigned = await trx
    .updateTable('crypto_transaction')
    .set({
      wallet_id: wallet.id,
      currency: transfer.currency,
      amount: transfer.amount,
      log_index: transfer.log_index,
      address: transfer.address,
      memo: transfer.memo,
      sender: transfer.sender,
      risk,
      confirmations: row.confirmations_needed,
      is_undisclosed: false,
      // Networks with shared addresses do not reorganise.
      is_final: true,
      updated_at: clock.now(),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return typedRow(cryptoDeposits, assigned);
}
