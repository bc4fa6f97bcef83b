import { sql } from 'kysely';
import { closeAlert, raiseAlert } from '../../../platform/alerts/alerts.ts';
import { networkSlug } from '../../../gateways/guard/guard.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { LedgerError } from '../../../ledger/ledger.ts';
import {
  maySignAnew,
  type NonceOffer,
  PayoutRejected,
  type RecipientProblem,
  type SignerRejection,
} from '@wusd/payouts/payout-port';
import type { Services } from '../../services.ts';
import { type Exclusion, findExclusion } from '../../destinations/blockchain-addresses/excluded-addresses.ts';
import {
  type DueWithdrawal,
  findDueWithdrawals,
  lockDueWithdrawal,
  postponeWithdrawal,
} from '../core/due-withdrawals.ts';
import { isActiveDestination, lockTransfer } from '../core/transactions.ts';
import { type CryptoWaitReason, nextAttemptAt } from '../core/withdrawal-rules.ts';
import { transitionWithdrawalWithin } from '../core/withdrawals.ts';
import {
  closeFeeAlert,
  lockUnchanged,
  type ObservedWithdrawal,
  raiseFeeAlert,
  transitionUnchanged,
} from './observed-withdrawals.ts';
import { DailyLimitReached, allocateNonce, NoNonceFree, NonceUnsigned } from './payout-nonces.ts';
import { orderAttempt, signOrder } from './payout-orders.ts';
import { maySignOrder, postponeHeld } from './held-payouts.ts';
import { hasUnbooked } from './restored-payouts.ts';
import { attemptsOf, findOrder, isPayout, observe, type PayoutOrder, type SignedRow } from './signed-payouts.ts';
import type { CryptoWithdrawalRow } from './transactions.ts';
import { reserveCustody } from './withdrawal-postings.ts';
import { cryptoWithdrawals, signerConflict, signerPasskey } from './withdrawals.ts';

/**
 * Sends withdrawals that are due. The order is committed before it is signed, and the signed bytes before they are
 * broadcast. After a crash in between, the next round continues with the same order or bytes.
 */
export async function sendWithdrawals(services: Services, run: QueueRun = everything): Promise<void> {
  const due = await findDueWithdrawals(services.db, services.clock, cryptoWithdrawals, run.networkId);
  await run.forEach(
    due,
    ({ id }) => id,
    (row) => sendWithdrawal(services, row),
  );
}

async function sendWithdrawal(services: Services, row: CryptoWithdrawalRow): Promise<void> {
  const { db, notifier } = services;
  const { id, network_id: networkId, currency } = row;
  const attempts = await attemptsOf(db, id);
  const observed = { id, status: 'to be processed', attempt: attempts[0]?.attempt, version: row.version } as const;
  const failure = { ...observed, networkId, currency };
  const due = { id, route: networkSlug(networkId) };
  const earlier = await findOrder(db, id);
  // No gateway requests for a withdrawal that must not be sent. A withdrawal that was sent before may arrive, so it is
  // tracked in any case.
  if (earlier ? !(await maySignOrder(services, due)) : attempts.length === 0 && (await postponeHeld(services, due)))
    return;
  // The customer's row must not be locked during a gateway request.
  const snapshot = earlier
    ? undefined
    : await readSnapshot(services, row, attempts).catch((error: unknown) =>
        handleFailure(services, { ...failure, sender: '' }, error),
      );
  const order =
    earlier ??
    (snapshot &&
      (await transact(db, (trx) => preparePayout(trx, services, due, snapshot)).catch((error: unknown) =>
        handleFailure(services, { ...failure, sender: snapshot.sender }, error),
      )));
  const hash =
    order &&
    (await signOrder(services, order).catch((error: unknown) =>
      handleFailure(services, { ...failure, sender: order.sender }, error),
    ));
  await notifier.send(row.customer_id, 'messages');
  if (hash === undefined) return;
  await closeFeeAlert(services, networkId);
  await closeAlert(services, dailyLimitAlert(networkId, currency), 'system');
}

/** Gateway data about a due withdrawal. */
interface Snapshot {
  /** The withdrawal was sent before and only has to be tracked. */
  isInFlight: boolean;
  exclusion: Exclusion | undefined;
  risk: 'low' | 'high';
  /** The address that would send the payout. */
  sender: string;
  price: string;
  /** Minor units. */
  liquidity: bigint;
  offer: NonceOffer;
  recipientProblem: RecipientProblem | undefined;
  /** Minor units. */
  dailyLimit: bigint | undefined;
}

async function readSnapshot(
  services: Services,
  { network_id: networkId, currency, address, memo }: CryptoWithdrawalRow,
  attempts: readonly SignedRow[],
): Promise<Snapshot> {
  const { db, gateways } = services;
  const { payouts } = gateways;
  return {
    isInFlight: await mayStillArrive(services, attempts),
    exclusion: await findExclusion(services, db, networkId, address ?? ''),
    risk: await gateways.screening.screenAddress(networkId, address ?? ''),
    sender: await payouts.sender(networkId),
    price: await payouts.currentPrice(networkId),
    liquidity: await payouts.liquidity(networkId, currency),
    offer: await payouts.nonces(networkId),
    recipientProblem: await payouts.recipientProblem(networkId, {
      to: address ?? '',
      ...(memo !== null && { memo }),
      currency,
    }),
    dailyLimit: await payouts.dailyLimit(networkId, currency),
  };
}

/**
 * Whether an earlier payout is in a block or may still be included. The network is queried even if an operator has
 * approved a second payout, because we would lose the amount if both were included.
 */
async function mayStillArrive(services: Services, attempts: readonly SignedRow[]): Promise<boolean> {
  const payouts = await observe(services, attempts.filter(isPayout));
  return !maySignAnew(payouts.map(({ status }) => status));
}

/** @returns the attempt to sign; undefined if no payout is to be sent now */
async function preparePayout(
  trx: Trx,
  services: Services,
  due: DueWithdrawal,
  snapshot: Snapshot,
): Promise<PayoutOrder | undefined> {
  const { clock } = services;
  if (snapshot.isInFlight) return followAgain(trx, services, due.id);
  const row = await lockDueWithdrawal(trx, services, cryptoWithdrawals, due);
  // Another node may have created the order first.
  if (!row || (await findOrder(trx, due.id))) return undefined;
  const review = await reviewNeeded(trx, row, snapshot);
  if (review) {
    const step = { to: 'to be confirmed', ...review, actor: 'system' } as const;
    await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, row, step);
    return undefined;
  }
  const now = clock.now();
  const { sender, price, liquidity, offer, dailyLimit } = snapshot;
  const isLiquid = liquidity - (await amountInFlight(trx, row, sender)) >= BigInt(row.amount);
  if (!isLiquid || !(await reserveCustody(trx, services, row)))
    return postponeWithdrawal(trx, clock, 'crypto_transaction', row, 'liquidity', nextAttemptAt(now));
  const nonce = await allocateNonce(trx, row, { sender, offer, dailyLimit, now });
  return orderAttempt(trx, services, row, { sender, nonce, price, kind: 'payout' });
}

/** Resumes tracking of an earlier payout, which may still arrive, regardless of reasons against sending it now. */
async function followAgain(trx: Trx, services: Services, id: string): Promise<undefined> {
  const row = await lockTransfer(trx, services, cryptoWithdrawals, id);
  if (row?.status !== 'to be processed') return undefined;
  await reserveCustody(trx, services, row);
  await transitionWithdrawalWithin(trx, services, cryptoWithdrawals, row, { to: 'processing', actor: 'system' });
  return undefined;
}

/** Returns the reason why an operator must review a withdrawal first; undefined if it can be sent. */
async function reviewNeeded(
  trx: Trx,
  row: CryptoWithdrawalRow,
  { exclusion, recipientProblem, risk }: Snapshot,
): Promise<{ reason: string; risk?: 'low' | 'high' } | undefined> {
  if (exclusion !== undefined) return { reason: 'excluded-address' };
  if (recipientProblem !== undefined) return { reason: 'recipient' };
  if (await hasUnbooked(trx, row)) return { reason: 'review' };
  // An operator's approval of a high risk raises the risk of the row, so that it needs no second approval.
  if (risk === 'high' && row.risk === 'low') return { reason: 'high-risk', risk };
  // A return goes to the sender of its deposit, which is not a saved address.
  if (row.returns_deposit_id !== null) return undefined;
  const isActive = await isActiveDestination(trx, 'blockchain_address', row.address_id);
  return isActive ? undefined : { reason: 'destination', risk };
}

/**
 * Sums payouts that are ordered or in flight. They may still be part of the sender's balance, but are not available for
 * another payout.
 */
async function amountInFlight(
  trx: Trx,
  { network_id: networkId, currency }: CryptoWithdrawalRow,
  sender: string,
): Promise<bigint> {
  const { total } = await trx
    .selectFrom('crypto_transaction')
    .select(sql<string>`coalesce(sum(amount), 0)`.as('total'))
    .where('direction', '=', 'withdrawal')
    .where('network_id', '=', networkId)
    .where('currency', '=', currency)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([
          eb('status', '=', 'processing'),
          exists(
            selectFrom('signed_tx')
              .select('attempt')
              .whereRef('withdrawal_id', '=', 'crypto_transaction.id')
              .where('sender', '=', sender),
          ),
        ]),
        exists(
          selectFrom('payout_order')
            .select('attempt')
            .whereRef('withdrawal_id', '=', 'crypto_transaction.id')
            .where('sender', '=', sender),
        ),
      ]),
    )
    .executeTakeFirstOrThrow();
  return BigInt(total);
}

const dailyLimitAlert = (networkId: number, currency: string) =>
  ({ kind: 'payout-daily-limit', entityId: `network-${networkId}:${currency}` }) as const;

/** Postpones the withdrawal and raises one shared alert after a temporary failure. Other failures need an operator. */
async function handleFailure(
  services: Services,
  observed: ObservedWithdrawal & { networkId: number; currency: string; sender: string },
  error: unknown,
): Promise<undefined> {
  const { networkId, currency, sender } = observed;
  // A concurrent withdrawal reserved the custody balance. The next round reads the remaining balance.
  if (error instanceof LedgerError && error.reason === 'insufficient') return;
  if (error instanceof NonceUnsigned) return;
  if (error instanceof NoNonceFree) {
    await postponeUnchanged(services, observed, 'earlier-payouts', nextAttemptAt(services.clock.now()));
    return;
  }
  if (error instanceof DailyLimitReached) {
    await postponeUnchanged(services, observed, 'daily-limit', error.until);
    const details = { network: String(networkId), currency, sender, until: error.until.toISOString() };
    await raiseAlert(services, { ...dailyLimitAlert(networkId, currency), details });
    return;
  }
  if (!(error instanceof PayoutRejected)) throw error;
  if (error.reason === 'fee-limit') {
    await postponeUnchanged(services, observed, 'network-fee', nextAttemptAt(services.clock.now()));
    await raiseFeeAlert(services, networkId, error.message);
    return;
  }
  const wait = waitOf(error, services.clock.now());
  if (wait) await postponeUnchanged(services, observed, wait.reason, wait.until);
  else
    await transitionUnchanged(services, observed, {
      to: 'to be confirmed',
      reason: reviewReasons[error.reason] ?? 'signer-limit',
    });
}

/** Review reasons of payouts that the signer rejects for a reason other than a limit. */
const reviewReasons: Partial<Record<SignerRejection, string>> = {
  conflict: signerConflict,
  'passkey-invalid': signerPasskey,
};

/** Reasons shown to the customer while the signer can't sign yet. */
const waitReasons: Partial<Record<SignerRejection, CryptoWaitReason>> = {
  'new-destination': 'new-destination',
  'velocity-limit': 'daily-limit',
  'earlier-attempt': 'earlier-payouts',
};

/**
 * Returns the reason and end of the wait if the signer will sign later; undefined if an operator must review the
 * payout.
 */
function waitOf({ reason, retryAt }: PayoutRejected, now: Date): { reason: CryptoWaitReason; until: Date } | undefined {
  const shown = waitReasons[reason];
  return shown === undefined ? undefined : { reason: shown, until: retryAt ?? nextAttemptAt(now) };
}

async function postponeUnchanged(
  services: Services,
  observed: ObservedWithdrawal,
  reason: CryptoWaitReason,
  until: Date,
): Promise<void> {
  await transact(services.db, async (trx) => {
    const row = await lockUnchanged(trx, services, observed);
    if (row) await postponeWithdrawal(trx, services.clock, 'crypto_transaction', row, reason, until);
  });
}
