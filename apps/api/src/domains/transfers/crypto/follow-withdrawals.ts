import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { transact } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { PayoutRejected } from '../../../gateways/payout-port.ts';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { lockTransfer } from '../core/transactions.ts';
import { lockUnchanged, raiseFeeAlert, transitionUnchanged } from './observed-withdrawals.ts';
import { attemptsOf, isPayout, observe, signCancellation, type SignedRow, signPayout } from './signed-payouts.ts';
import type { CryptoRow } from './transactions.ts';
import { cryptoWithdrawals } from './withdrawals.ts';

/** A payout that no block has taken for so long is replaced at a higher price. */
const stuckMs = 10 * 60_000;

/**
 * Follows sent withdrawals to their end: broadcasts unknown payouts again, replaces stuck ones, and
 * counts confirmations.
 */
export async function followWithdrawals(services: Services, run: QueueRun = everything): Promise<void> {
  const sent = await services.db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('direction', '=', 'withdrawal')
    .where('status', '=', 'processing')
    .$if(run.networkId !== undefined, (query) => query.where('network_id', '=', run.networkId ?? 0))
    .orderBy('id')
    .execute();
  await run.forEach(
    sent,
    ({ id }) => id,
    (row) => followWithdrawal(services, row),
  );
}

async function followWithdrawal(services: Services, row: CryptoRow): Promise<unknown> {
  const { db, clock, gateways } = services;
  const { id, confirmations_needed: needed } = row;
  const attempts = await attemptsOf(db, id);
  const [latest] = attempts;
  if (!latest) throw new Error(`${id} was sent and nothing of it was signed`);
  const observed = { id, status: 'processing', attempt: latest.attempt } as const;
  const all = await observe(services, attempts);
  const payouts = all.filter(({ attempt }) => isPayout(attempt));
  const inBlock = payouts.find(({ status }) => typeof status === 'object' && status.confirmations > 0);
  if (typeof inBlock?.status === 'object') {
    const { isReverted } = inBlock.status;
    const confirmations = Math.min(inBlock.status.confirmations, needed);
    const { hash } = inBlock.attempt;
    if (confirmations !== row.confirmations || hash !== row.hash)
      await updateConfirmations(services, id, confirmations, hash);
    if (confirmations < needed) return undefined;
    const end = isReverted ? ({ to: 'failed', reason: 'reverted' } as const) : ({ to: 'completed' } as const);
    return transitionUnchanged(services, observed, end);
  }
  if (row.confirmations > 0) await updateConfirmations(services, id, 0, payouts[0]?.attempt.hash ?? latest.hash);
  // Another transaction used the nonce, so that no payout can ever be in a block: an operator
  // decides whether to sign anew.
  if (payouts.every(({ status }) => status === 'displaced'))
    return transitionUnchanged(services, observed, { to: 'to be confirmed', reason: 'displaced' });
  if (all[0]?.status === 'unknown') await gateways.payouts.broadcast(latest.network_id, latest.raw);
  if (clock.now().getTime() - latest.signed_at.getTime() >= stuckMs) await replaceAttempt(services, id, latest);
  return undefined;
}

/**
 * Signs the newest attempt again at the same nonce and a higher price. The network takes one of
 * them.
 */
async function replaceAttempt(services: Services, id: string, latest: SignedRow): Promise<void> {
  const { db, gateways } = services;
  const { network_id: networkId, sender, kind } = latest;
  const price = await gateways.payouts.increasedPrice(networkId, latest.price);
  if (price === undefined) return;
  const sign = kind === 'payout' ? signPayout : signCancellation;
  const keyAlert = { kind: 'payout-key-missing', entityId: `network-${networkId}:${sender}` } as const;
  const raw = await transact(db, async (trx) => {
    // Another node may have replaced it first.
    const row = await lockUnchanged(trx, services, { id, status: 'processing', attempt: latest.attempt });
    if (!row) return undefined;
    const signed = await sign(trx, services, row, { sender, nonce: BigInt(latest.nonce), price });
    await publishWalletUpdated(trx, services.clock, row);
    return signed.raw;
  }).catch(async (error: unknown) => {
    if (!(error instanceof PayoutRejected)) throw error;
    // The attempt stays in the network's pool until the fee falls, or an operator adds the key.
    if (error.reason === 'fee-limit') await raiseFeeAlert(services, networkId);
    if (error.reason === 'key-missing')
      await raiseAlert(services, { ...keyAlert, details: { network: String(networkId), sender, withdrawal: id } });
    return undefined;
  });
  if (raw === undefined) return;
  await gateways.payouts.broadcast(networkId, raw);
  await closeAlert(services, keyAlert, 'system');
}

async function updateConfirmations(services: Services, id: string, confirmations: number, hash: string): Promise<void> {
  const { db, clock, notifier } = services;
  const customerId = await transact(db, async (trx) => {
    const row = await lockTransfer(trx, services, cryptoWithdrawals, id);
    if (row?.status !== 'processing') return undefined;
    await trx
      .updateTable('crypto_transaction')
      .set({ confirmations, hash, updated_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await publishWalletUpdated(trx, clock, row);
    return row.customer_id;
  });
  if (customerId !== undefined) await notifier.send(customerId);
}
