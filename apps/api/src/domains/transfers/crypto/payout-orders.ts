import { sql } from 'kysely';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { PayoutRejected } from '@wusd/payouts/payout-port';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { lockTransfer } from '../core/transactions.ts';
import { transitionWithdrawalWithin } from '../core/withdrawals.ts';
import { freeNonce } from './payout-nonces.ts';
import type { PayoutOrder } from './signed-payouts.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';
import { cryptoWithdrawals } from './withdrawals.ts';

/** A nonce of a sender, the offered price, and the kind of transaction to sign with them. */
export interface Slot extends Pick<PayoutOrder, 'sender' | 'nonce' | 'price' | 'kind'> {}

/** @returns undefined if an attempt of this withdrawal is already ordered */
export function orderAttempt(
  trx: Trx,
  { clock }: Services,
  { id, network_id: networkId }: CryptoWithdrawalRow,
  slot: Slot,
): Promise<PayoutOrder | undefined> {
  return trx
    .insertInto('payout_order')
    .values({
      withdrawal_id: id,
      attempt: sql<number>`(select coalesce(max(attempt), 0) + 1 from signed_tx where withdrawal_id = ${id})`,
      network_id: networkId,
      ...slot,
      ordered_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Requests the signature of an attempt, stores the signed bytes and broadcasts them. The bytes are committed before the
 * broadcast, so that after a crash the same bytes are broadcast later.
 *
 * @returns the hash; undefined if another node signed it first
 * @throws PayoutRejected if the signer rejects it; then the order is deleted, and nothing was signed
 */
export async function signOrder(services: Services, order: PayoutOrder): Promise<string | undefined> {
  const { db, gateways } = services;
  const signed = await sign(services, order).catch(async (error: unknown) => {
    if (error instanceof PayoutRejected) await transact(db, (trx) => withdrawOrder(trx, services, order));
    throw error;
  });
  const isStored = await transact(db, (trx) => storeSigned(trx, services, order, signed));
  if (!isStored) return undefined;
  await gateways.payouts.broadcast(order.network_id, signed.raw);
  return signed.hash;
}

interface Signed {
  raw: string;
  hash: string;
}

async function sign({ db, gateways }: Services, order: PayoutOrder): Promise<Signed> {
  const { withdrawal_id: payoutId, network_id: networkId, attempt, sender, nonce, price, kind } = order;
  const slot = { payoutId, attempt, networkId, sender, nonce, price };
  if (kind === 'cancellation') return gateways.payouts.signCancellation(slot);
  const { address, memo, currency, amount } = await db
    .selectFrom('crypto_transaction')
    .select(['address', 'memo', 'currency', 'amount'])
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow();
  return gateways.payouts.sign({
    ...slot,
    to: address ?? '',
    ...(memo !== null && { memo }),
    currency,
    amount: BigInt(amount),
  });
}

/** Replaces the order with the signed attempt. @returns false if another node replaced it */
async function storeSigned(trx: Trx, services: Services, order: PayoutOrder, signed: Signed): Promise<boolean> {
  const { clock } = services;
  const row = await lockTransfer(trx, services, cryptoWithdrawals, order.withdrawal_id);
  if (!row || !(await deleteOrder(trx, order))) return false;
  const { ordered_at: _, ...attempt } = order;
  await trx
    .insertInto('signed_tx')
    .values({ ...attempt, ...signed, signed_at: clock.now() })
    .execute();
  if (order.kind === 'payout')
    await trx.updateTable('crypto_transaction').set({ hash: signed.hash }).where('id', '=', row.id).execute();
  if (row.status === 'to be processed')
    await transitionWithdrawalWithin(
      trx,
      services,
      cryptoWithdrawals,
      { ...row, hash: signed.hash },
      { to: 'processing', actor: 'system' },
    );
  else await publishWalletUpdated(trx, clock, row);
  return true;
}

/** Deletes an order. Another payout may get its nonce, unless an earlier attempt uses the nonce. */
async function withdrawOrder(trx: Trx, services: Services, order: PayoutOrder): Promise<void> {
  await lockTransfer(trx, services, cryptoWithdrawals, order.withdrawal_id);
  if (await deleteOrder(trx, order)) await freeNonce(trx, order);
}

async function deleteOrder(trx: Trx, { withdrawal_id: id, attempt }: PayoutOrder): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('payout_order')
    .where('withdrawal_id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
