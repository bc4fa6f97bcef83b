import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { networkSlug } from '../../../gateways/guard/guard.ts';
import { transact } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { mayReplace, maySignAnew, PayoutRejected, type PayoutStatus } from '@wusd/payouts/payout-port';
import type { Services } from '../../services.ts';
import { publishWalletUpdated } from '../../wallet/accounts/transactions.ts';
import { arePayoutsHeld } from '../core/payout-holds.ts';
import { lockTransfer } from '../core/transactions.ts';
import { lockUnchanged, type ObservedWithdrawal, raiseFeeAlert, transitionUnchanged } from './observed-withdrawals.ts';
import { orderAttempt, signOrder } from './payout-orders.ts';
import {
  attemptsOf,
  findOrder,
  isPayout,
  observe,
  type ObservedAttempt,
  type SignedRow,
  withNewestNonce,
} from './signed-payouts.ts';
import { type CryptoRow, isFinalAt } from './transactions.ts';
import { type CryptoWithdrawalTransition, cryptoWithdrawals } from './withdrawals.ts';

/** Time after which a payout that is in no block is replaced at a higher price. */
const stuckMs = 10 * 60_000;

/**
 * Tracks sent withdrawals until they are final: broadcasts unknown payouts again, replaces stuck payouts, and counts
 * confirmations.
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
  const { db } = services;
  const { id, confirmations_needed: needed } = row;
  const attempts = await attemptsOf(db, id);
  const [latest] = attempts;
  if (!latest) throw new Error(`${id} was sent and nothing of it was signed`);
  const observed = { id, status: 'processing', attempt: latest.attempt } as const;
  const all = await observe(services, attempts);
  const payouts = all.filter(({ attempt }) => isPayout(attempt));
  const inBlock = payouts.find(({ status }) => typeof status === 'object' && status.confirmations > 0);
  if (typeof inBlock?.status === 'object') {
    const { isReverted, confirmations: included } = inBlock.status;
    const confirmations = Math.min(included, needed);
    const { hash } = inBlock.attempt;
    if (confirmations !== row.confirmations || hash !== row.hash)
      await updateConfirmations(services, id, confirmations, hash);
    // A reverted payout may still succeed in another block until the network can no longer reorganise.
    if (isReverted ? !isFinalAt(row, included) : included < needed) return undefined;
    const end = isReverted ? ({ to: 'failed', reason: 'reverted' } as const) : ({ to: 'completed' } as const);
    return transitionUnchanged(services, observed, end);
  }
  if (row.confirmations > 0) await updateConfirmations(services, id, 0, payouts[0]?.attempt.hash ?? latest.hash);
  return followPending(services, observed, all);
}

/** Number of expired attempts after which an operator must find out why the network does not include them. */
const mostExpired = 5;

/**
 * Returns the next step of a withdrawal whose attempts can no longer be included. If another transaction used the
 * nonce, an operator reviews it. An expired attempt is signed again automatically.
 */
function stepOfDead(statuses: readonly PayoutStatus[]): Omit<CryptoWithdrawalTransition, 'actor'> {
  if (statuses.includes('displaced')) return { to: 'to be confirmed', reason: 'displaced' };
  return statuses.length < mostExpired ? { to: 'to be processed' } : { to: 'to be confirmed', reason: 'review' };
}

/** Handles a withdrawal that has no payout in a block. @param all all attempts, newest first */
async function followPending(
  services: Services,
  observed: ObservedWithdrawal,
  all: readonly ObservedAttempt[],
): Promise<unknown> {
  const { clock, gateways } = services;
  const [newest] = all;
  if (!newest) return undefined;
  const latest = newest.attempt;
  const payouts = all.filter(({ attempt }) => isPayout(attempt));
  const statuses = payouts.map(({ status }) => status);
  if (maySignAnew(statuses)) return transitionUnchanged(services, observed, stepOfDead(statuses));
  const order = await findOrder(services.db, observed.id);
  const isHeld = await arePayoutsHeld(services.db, networkSlug(latest.network_id));
  if (order && mayBeSigned(order, isHeld)) {
    const about = { id: observed.id, networkId: order.network_id, sender: order.sender };
    return reportRejection(services, about, () => signOrder(services, order));
  }
  if (newest.status === 'unknown') await gateways.payouts.broadcast(latest.network_id, latest.raw);
  const isStuck = clock.now().getTime() - latest.signed_at.getTime() >= stuckMs;
  const exclusion = await gateways.payouts.exclusion(latest.network_id);
  const competing = withNewestNonce(all).map(({ status }) => status);
  if (isStuck && !order && mayBeSigned(latest, isHeld) && mayReplace(exclusion, competing))
    await replaceAttempt(services, observed.id, latest);
  return undefined;
}

/** While payouts are held, only cancellations are signed. */
const mayBeSigned = ({ kind }: Pick<SignedRow, 'kind'>, isHeld: boolean): boolean => !isHeld || kind === 'cancellation';

/** Signs the newest attempt again with the same nonce and a higher price. The network includes only one of the two. */
async function replaceAttempt(services: Services, id: string, latest: SignedRow): Promise<void> {
  const { db, gateways } = services;
  const { network_id: networkId, sender, nonce, kind } = latest;
  const replace = async (): Promise<string | undefined> => {
    const price = await gateways.payouts.increasedPrice(networkId, latest.price);
    if (price === undefined) return undefined;
    const order = await transact(db, async (trx) => {
      // Another node may have replaced the attempt first.
      const row = await lockUnchanged(trx, services, { id, status: 'processing', attempt: latest.attempt });
      return row && orderAttempt(trx, services, row, { sender, nonce, price, kind });
    });
    return order && signOrder(services, order);
  };
  await reportRejection(services, { id, networkId, sender }, replace);
}

/**
 * Runs a replacement and raises an alert if the signer rejects it. The earlier attempt then stays in the network's pool
 * until the fee falls or an operator adds the key.
 */
async function reportRejection(
  services: Services,
  { id, networkId, sender }: { id: string; networkId: number; sender: string },
  replace: () => Promise<string | undefined>,
): Promise<void> {
  const keyAlert = { kind: 'payout-key-missing', entityId: `network-${networkId}:${sender}` } as const;
  const hash = await replace().catch(async (error: unknown) => {
    if (!(error instanceof PayoutRejected)) throw error;
    if (error.reason === 'fee-limit') await raiseFeeAlert(services, networkId, error.message);
    if (error.reason === 'key-missing')
      await raiseAlert(services, { ...keyAlert, details: { network: String(networkId), sender, withdrawal: id } });
    return undefined;
  });
  if (hash !== undefined) await closeAlert(services, keyAlert, 'system');
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
