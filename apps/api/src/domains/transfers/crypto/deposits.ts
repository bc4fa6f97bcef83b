import { compare } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { custodyAccount, suspenseAccount } from '../../../ledger/ledger.ts';
import type { RecordedTransfer, TransferState } from '@wusd/payouts/chain-port';
import { assignTransfer, rejectRivalClaims, screenClaim } from './claim-matching.ts';
import { cryptoDeposits, type CryptoDepositTransition, transitionCryptoDepositWithin } from './deposit-transitions.ts';
import { evaluateView } from './network-head.ts';
import type { Services } from '../../services.ts';
import { creditDeposit, suspendDeposit } from '../core/deposits.ts';
import { reverseCredit, reverseSuspense } from '../core/reversals.ts';
import { lockTransfer } from '../core/transactions.ts';
import { auditDecision } from '../core/transitions.ts';
import { cursorOf } from './scan.ts';
import { readNetworkTerms } from './terms.ts';
import { type CryptoDepositRow, type CryptoRow, isFinalAt } from './transactions.ts';
import { decimalAmountOf, publishWalletUpdated } from '../../wallet/accounts/transactions.ts';

/**
 * Counts confirmations of deposits, credits deposits with enough confirmations, and reverses deposits removed by a
 * reorganisation. Each deposit is committed separately, and networks are processed independently.
 */
export async function advanceDeposits(services: Services, run: QueueRun = everything): Promise<void> {
  if (run.networkId !== undefined) return advanceNetworkDeposits(services, run.networkId, run);
  const networks = await services.db
    .selectFrom('crypto_transaction')
    .select('network_id')
    .distinct()
    .where(watched)
    .orderBy('network_id')
    .execute();
  await forEachSettled(networks, ({ network_id: networkId }) => advanceNetworkDeposits(services, networkId, run));
}

/** Deposits that a reorganisation may still reverse. */
const watched = sql<boolean>`direction = 'deposit' and not is_final and status <> 'failed' and not is_undisclosed`;

/** Runs `advanceDeposits` for one network. */
async function advanceNetworkDeposits(
  services: Services,
  networkId: number,
  run: QueueRun = everything,
): Promise<void> {
  const { db, gateways } = services;
  const rows = await db
    .selectFrom('crypto_transaction')
    .selectAll()
    .where('network_id', '=', networkId)
    .where(watched)
    .orderBy('id')
    .execute();
  if (rows.length === 0) return;
  const view = await gateways.chain.inspect(networkId, rows.map(recordedOf));
  const missing = rows.filter((_, index) => (view.states[index]?.state ?? 'unknown') === 'unknown').map(({ id }) => id);
  if (await evaluateView(services, networkId, view, missing)) return;
  await run.forEach(
    [...rows.entries()],
    ([, { id }]) => id,
    async ([index, row]) => {
      const state = view.states[index];
      if (state && state.state !== 'unknown') await settle(services, row, state);
    },
  );
}

const recordedOf = (row: CryptoRow): RecordedTransfer => ({
  hash: row.hash ?? '',
  logIndex: row.log_index,
  address: row.address ?? '',
  currency: row.currency,
  amount: BigInt(row.amount),
  isCredited: row.status !== 'processing',
  ...(row.block_height !== null &&
    row.block_hash !== null && { block: { height: BigInt(row.block_height), hash: row.block_hash } }),
});

type Proven = Exclude<TransferState, { state: 'unknown' }>;

/** Whether the proven state of the network changes a deposit. */
function isChange(row: CryptoRow, state: Proven): boolean {
  const isEnough = state.confirmations >= row.confirmations_needed;
  // A branch proves a reversal only once it is as long as a branch that would credit the transfer, because the transfer
  // may reappear in the branch.
  if (state.state === 'replaced') return isEnough;
  const isMoved = state.block.hash !== row.block_hash;
  const isCounted = row.status === 'processing' && (isEnough || state.confirmations !== row.confirmations);
  return isMoved || isCounted || isFinalAt(row, state.confirmations);
}

async function settle(services: Services, row: CryptoRow, state: Proven): Promise<void> {
  if (!isChange(row, state)) return;
  const { db, log, gateways, notifier } = services;
  const { id, status, sender, network_id: networkId, confirmations_needed: needed } = row;
  const isOpen = status === 'processing';
  // Screened outside the crediting transaction, so that the customer's row is not locked during a call to a gateway.
  const isCredit = state.state === 'included' && isOpen && state.confirmations >= needed;
  const risk = isCredit && sender ? await gateways.screening.screenAddress(networkId, sender) : row.risk;
  const hasChanged = await transact(db, (trx) => advance(services, trx, row, state, risk));
  if (hasChanged && state.state === 'replaced')
    log.warn(
      { event: 'deposit-reversed', deposit: id, networkId, height: state.by.height.toString(), wasCredited: !isOpen },
      'A reorganisation took a deposit back',
    );
  if (hasChanged) await notifier.send(row.customer_id, 'messages');
}

/**
 * @param inspected the row before the request to its network
 * @returns whether the customer sees a change
 */
async function advance(
  services: Services,
  trx: Trx,
  inspected: CryptoRow,
  state: Proven,
  risk: CryptoRow['risk'],
): Promise<boolean> {
  const { clock } = services;
  const { id } = inspected;
  const row = await lockTransfer(trx, services, cryptoDeposits, id);
  if (!row || row.is_final || row.status === 'failed') return false;
  // The proof concerns a block that has been replaced since.
  if (row.block_hash !== inspected.block_hash) return false;
  if (state.state === 'replaced') {
    await reverse(trx, services, row);
    return true;
  }
  const { block, confirmations: seen } = state;
  const confirmations = Math.min(seen, row.confirmations_needed);
  const isOpen = row.status === 'processing';
  await trx
    .updateTable('crypto_transaction')
    .set({
      block_height: block.height.toString(),
      block_hash: block.hash,
      is_final: isFinalAt(row, seen),
      ...(isOpen && { confirmations, risk, updated_at: clock.now() }),
    })
    .where('id', '=', id)
    .execute();
  if (!isOpen) return false;
  if (confirmations < row.confirmations_needed) {
    await publishWalletUpdated(trx, clock, row);
    return true;
  }
  await credit(services, trx, row, risk);
  return true;
}

/** Credits a confirmed deposit, or moves it to suspense for an operator. */
async function credit(services: Services, trx: Trx, row: CryptoDepositRow, risk: CryptoRow['risk']): Promise<void> {
  const { clock } = services;
  const { network_id: networkId, currency } = row;
  const { minimumDeposit } = await readNetworkTerms(trx, networkId);
  const isSmall = compare(decimalAmountOf(row), minimumDeposit) < 0;
  const reason = row.hold_reason ?? (risk === 'high' ? 'high-risk' : isSmall ? 'below-minimum' : null);
  // A transfer without a memo has been in suspense since its detection.
  if (reason !== 'missing-memo') {
    const from = await custodyAccount(trx, clock, networkId, currency);
    if (reason === null) await creditDeposit(trx, clock, ledgerKind, row, from);
    else await suspendDeposit(trx, clock, ledgerKind, row, { from, suspense: await suspenseOf(trx, services, row) });
  }
  await transitionCryptoDepositWithin(
    trx,
    services,
    row,
    reason === null ? { to: 'completed', actor: 'system' } : { to: 'to be confirmed', actor: 'system', reason },
  );
}

const ledgerKind = 'crypto deposit';

/** Account that holds rejected deposits of a network until they are returned. */
export const suspenseOf = (trx: Trx, { clock }: Services, row: CryptoDepositRow): Promise<string> =>
  suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);

/**
 * Reverses a deposit whose block was removed from the chain. The same transfer may reappear in another block, as a new
 * deposit.
 */
async function reverse(trx: Trx, services: Services, row: CryptoDepositRow): Promise<void> {
  await trx.deleteFrom('deposit_seen').where('entity_id', '=', row.id).execute();
  // Resets the cursor, so that the network is scanned again as deep as its finality for replacement transfers.
  await trx.updateTable('scan_cursor').set({ hash: null }).where('source', '=', cursorOf(row.network_id)).execute();
  const isBooked = row.status !== 'processing';
  if (isBooked) await postReversal(trx, services, row);
  await transitionCryptoDepositWithin(trx, services, row, {
    to: 'failed',
    actor: 'system',
    reason: isBooked ? 'reversed' : 'reorganised',
  });
}

/** @param row row with its status before the reversal */
async function postReversal(trx: Trx, services: Services, row: CryptoDepositRow): Promise<void> {
  const { clock } = services;
  const reversal = {
    kind: 'reversed crypto deposit',
    to: await custodyAccount(trx, clock, row.network_id, row.currency),
  };
  if (row.status === 'completed')
    return reverseCredit(trx, services, row, { ...reversal, message: 'message.depositReversed' });
  // A transfer without a memo was moved to suspense before it became a deposit.
  const isSuspended = row.hold_reason !== 'missing-memo';
  return reverseSuspense(trx, clock, row, { ...reversal, suspense: await suspenseOf(trx, services, row), isSuspended });
}

/**
 * Applies an operator's decision on a waiting deposit: the deposit is credited, or rejected and left in suspense for
 * its sender.
 *
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function decideCryptoDeposit(
  services: Services,
  id: string,
  { operator, ...decision }: CryptoDepositTransition & { operator: string },
): Promise<void> {
  const { db, clock, notifier } = services;
  const isApproved = decision.to === 'completed';
  const risk = isApproved ? await screenClaim(services, id) : 'low';
  const customerId = await transact(db, async (trx) => {
    const locked = await lockTransfer(trx, services, cryptoDeposits, id);
    if (!locked) throw new AppError('NOT_FOUND');
    const row = locked.is_undisclosed && isApproved ? await assignTransfer(services, trx, locked, risk) : locked;
    await transitionCryptoDepositWithin(trx, services, row, decision);
    if (isApproved) await creditDeposit(trx, clock, ledgerKind, row, await suspenseOf(trx, services, row));
    await auditDecision(trx, services, row, { ...decision, operator });
    return row.customer_id;
  });
  await notifier.send(customerId, 'messages');
  await rejectRivalClaims(services);
}
