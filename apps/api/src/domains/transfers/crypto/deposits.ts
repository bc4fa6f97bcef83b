import { compare } from '@wusd/api-sdk/money';
import { sql } from 'kysely';
import { audit } from '../../../platform/audit/audit.ts';
import { transact, type Trx } from '../../../platform/database/database.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { everything, type QueueRun } from '../../../platform/jobs/run.ts';
import { custodyAccount, post, suspenseAccount } from '../../../ledger/ledger.ts';
import type { RecordedTransfer, TransferState } from '../../../gateways/ports.ts';
import { assignTransfer, refuseRivals, screenClaim } from './claim-matching.ts';
import { type DepositMove, transitionDeposit } from './deposit-transitions.ts';
import type { HoldReason } from './deposit-states.ts';
import { finalityDepth } from '../../../gateways/finality.ts';
import { evaluateView } from './network-head.ts';
import { creditOf } from '../reversals.ts';
import type { Services } from '../../services.ts';
import { reverseDeposit } from './reversals.ts';
import { cursorOf } from './scan.ts';
import { readNetworkTerms } from './terms.ts';
import { type CryptoRow as Row, lockTransaction } from './transactions.ts';
import { amountOf, publishWalletUpdated, walletAccountOf } from '../../wallet/accounts/entries.ts';

/**
 * Counts the confirmations of deposits that may still be reversed, credits those that have enough, and reverses those that a
 * reorganisation proved gone. Each commits on its own, and no network waits for another.
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

/** Deposits that their chain may still take back. */
const watched = sql<boolean>`direction = 'deposit' and not is_final and status <> 'failed' and not is_undisclosed`;

/** The deposits of one network, as `advanceDeposits`. */
export async function advanceNetworkDeposits(
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

const recordedOf = (row: Row): RecordedTransfer => ({
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

const isFinalAt = (row: Row, confirmations: number): boolean =>
  confirmations >= Math.max(row.confirmations_needed, finalityDepth(row.network_id));

async function settle(services: Services, row: Row, state: Proven): Promise<void> {
  const { db, log, gateways, notifier } = services;
  const { id, status, sender, network_id: networkId, confirmations_needed: needed } = row;
  const { confirmations: seen } = state;
  const isOpen = status === 'processing';
  const isEnough = seen >= needed;
  // A branch counts as proof once it is as long as one that is credited: until then the transfer may come again in it.
  if (state.state === 'replaced' && !isEnough) return;
  const isMoved = state.state === 'included' && state.block.hash !== row.block_hash;
  const isCounted = isOpen && (isEnough || seen !== row.confirmations);
  if (state.state === 'included' && !(isMoved || isCounted || isFinalAt(row, seen))) return;
  // Screened outside the transaction that credits: the customer's row is not locked during a call to a gateway.
  const isCredit = state.state === 'included' && isOpen && isEnough;
  const risk = isCredit && sender ? await gateways.screening.screen(networkId, sender) : row.risk;
  const isToTell = await transact(db, (trx) => advance(services, trx, row, state, risk));
  if (isToTell && state.state === 'replaced')
    log.warn(
      { event: 'deposit-reversed', deposit: id, networkId, height: state.by.height.toString(), wasCredited: !isOpen },
      'A reorganisation took a deposit back',
    );
  if (isToTell) await notifier.send(row.customer_id, 'messages');
}

/**
 * @param inspected the row as it was when its network was asked
 * @returns whether its customer has anything new to see
 */
async function advance(
  services: Services,
  trx: Trx,
  inspected: Row,
  state: Proven,
  risk: Row['risk'],
): Promise<boolean> {
  const { clock } = services;
  const { id } = inspected;
  const row = await lockTransaction(trx, services, 'deposit', id);
  if (!row || row.is_final || row.status === 'failed') return false;
  // What was proven of one block says nothing of another that was recorded since.
  if (row.block_hash !== inspected.block_hash) return false;
  if (state.state === 'replaced') {
    await takeBack(services, trx, row);
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

/** Credits a deposit that has its confirmations, or keeps it for a person to look at. */
async function credit(services: Services, trx: Trx, row: Row, risk: Row['risk']): Promise<void> {
  const { clock } = services;
  const { minimumDeposit } = await readNetworkTerms(trx, row.network_id);
  const isSmall = compare(amountOf(row), minimumDeposit) < 0;
  const reason =
    (row.hold_reason as HoldReason | null) ?? (risk === 'high' ? 'high-risk' : isSmall ? 'below-minimum' : null);
  // A transfer that named no customer was taken in when it came.
  if (reason !== 'missing-memo') await takeIn(trx, clock, row, reason === null ? 'customer' : 'suspense');
  await transitionDeposit(
    services,
    trx,
    row,
    reason === null ? { to: 'completed', actor: 'system' } : { to: 'to be confirmed', actor: 'system', reason },
  );
}

/** Its block is gone from the chain. The same transfer may come again in another, and is a deposit of its own then. */
async function takeBack(services: Services, trx: Trx, row: Row): Promise<void> {
  await trx.deleteFrom('deposit_seen').where('entity_id', '=', row.id).execute();
  // The network is read again as deep as its finality, for what took its place.
  await trx.updateTable('scan_cursor').set({ hash: null }).where('source', '=', cursorOf(row.network_id)).execute();
  const isBooked = row.status !== 'processing';
  if (isBooked) await reverseDeposit(trx, services, row);
  await transitionDeposit(services, trx, row, {
    to: 'failed',
    actor: 'system',
    reason: isBooked ? 'reversed' : 'reorganised',
  });
}

/**
 * What a person decides of a deposit that waits: its customer's, or refused and kept for whoever it is from.
 *
 * @throws AppError NOT_FOUND, MOVE_NOT_ALLOWED
 */
export async function decideDeposit(
  services: Services,
  id: string,
  { operator, ...decision }: DepositMove & { operator: string },
): Promise<void> {
  const { db, clock, notifier } = services;
  const risk = decision.to === 'completed' ? await screenClaim(services, id) : 'low';
  const customerId = await transact(db, async (trx) => {
    const locked = await lockTransaction(trx, services, 'deposit', id);
    if (!locked) throw new AppError('NOT_FOUND');
    const isGiven = locked.is_undisclosed && decision.to === 'completed';
    const row = isGiven ? await assignTransfer(services, trx, locked, risk) : locked;
    await transitionDeposit(services, trx, row, decision);
    if (decision.to === 'completed') {
      const suspense = await suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);
      await post(trx, {
        id: creditOf(id),
        kind: 'crypto deposit',
        entityId: id,
        eventTime: clock.now(),
        legs: [
          { account: suspense, amount: BigInt(row.amount) },
          { account: await walletAccountOf(trx, row), amount: -BigInt(row.amount) },
        ],
      });
    }
    await audit(trx, clock, {
      customerId: row.customer_id,
      actor: decision.actor,
      act: `deposit ${decision.to}`,
      details: { deposit: id, operator, ...(decision.reason !== undefined && { reason: decision.reason }) },
    });
    return row.customer_id;
  });
  await notifier.send(customerId, 'messages');
  await refuseRivals(services);
}

async function takeIn(trx: Trx, clock: Services['clock'], row: Row, whose: 'customer' | 'suspense'): Promise<void> {
  const amount = BigInt(row.amount);
  const account =
    whose === 'customer'
      ? await walletAccountOf(trx, row)
      : await suspenseAccount(trx, clock, `network-${row.network_id}`, row.currency);
  await post(trx, {
    id: whose === 'customer' ? creditOf(row.id) : `${row.id}:kept`,
    kind: 'crypto deposit',
    entityId: row.id,
    eventTime: clock.now(),
    legs: [
      { account: await custodyAccount(trx, clock, row.network_id, row.currency), amount },
      { account, amount: -amount },
    ],
  });
}
