import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { transact } from '../platform/database/database.ts';
import { depositTargetOf } from '../domains/transfers/crypto/deposit-addresses.ts';
import type { Services } from '../domains/services.ts';
import { finalityDepth } from '@wusd/payouts/finality';
import { hasNode } from '@wusd/payouts/network-settings';
import { AppError } from '../platform/errors/app-error.ts';
import { riskyAddress, simulatedAddress, simulatedHash } from './chain.ts';
import { decisionMove, type SandboxMove } from './operations.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';

/** Key index of senders with low risk. Higher indexes belong to payouts and to test values of the simulators. */
const senderKeyIndex = 2n ** 31n - 5n;

/** Whether the network has a real node. The sandbox can't trigger anything there. */
export const hasRealNode = ({ settings }: Pick<Services, 'settings'>, networkId: number): boolean =>
  hasNode(settings.networks, networkId);

export interface SimulatedTransfer {
  customerId: string;
  networkId: number;
  currency: string;
  /** Minor units. */
  amount: bigint;
  flaw?: 'high-risk' | 'missing-memo' | undefined;
}

/** Simulates a transfer to a customer's deposit address. @returns the transaction hash */
export async function simulateTransfer(
  services: Services,
  { customerId, networkId, currency, amount, flaw }: SimulatedTransfer,
): Promise<string> {
  const target = await transact(services.db, (trx) => depositTargetOf(services, trx, customerId, networkId));
  const hash = simulatedHash(networkId, randomBytes(32));
  await transact(services.db, async (trx) => {
    // Serializes writers, so that positions commit in order: a reader at position 7 would miss position 6 if it
    // commits later.
    await sql`select pg_advisory_xact_lock(${advisoryLocks.simulatedBlocks})`.execute(trx);
    await trx
      .insertInto('sandbox_transfer')
      .values({
        network_id: networkId,
        hash,
        log_index: 0,
        address: target.address,
        memo: flaw === 'missing-memo' ? null : (target.memo ?? null),
        sender: flaw === 'high-risk' ? riskyAddress(networkId) : simulatedAddress(networkId, senderKeyIndex),
        currency,
        amount: amount.toString(),
        at: services.clock.now(),
      })
      .execute();
  });
  return hash;
}

/**
 * Confirms a deposit or removes its block. A withdrawal is confirmed, reverted, or dropped by its network.
 *
 * @returns the transaction hash
 * @throws AppError SANDBOX_SUBJECT_UNKNOWN, MOVE_NOT_ALLOWED
 */
export async function triggerChainEvent(
  services: Services,
  type: 'confirmations' | 'reorganisation' | 'reversion',
  id: string,
): Promise<string> {
  const { db, notifier } = services;
  const row = await db.selectFrom('crypto_transaction').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || hasRealNode(services, row.network_id) || (type === 'reversion' && row.direction === 'deposit'))
    throw new AppError('SANDBOX_SUBJECT_UNKNOWN', { field: '/body/subjectId' });
  const { network_id: networkId, direction, confirmations_needed: needed } = row;
  const hash = row.hash ?? '';
  if (direction === 'withdrawal') return withdrawalMove(services, type, networkId, hash, needed);
  await db
    .updateTable('sandbox_transfer')
    .set(type === 'confirmations' ? { confirmations: needed } : { is_gone: true })
    .where('network_id', '=', networkId)
    .where('hash', '=', hash)
    .execute();
  await notifier.send('arrivals');
  return hash;
}

async function withdrawalMove(
  { db, notifier }: Services,
  type: 'confirmations' | 'reorganisation' | 'reversion',
  networkId: number,
  hash: string,
  needed: number,
): Promise<string> {
  const sent = await db
    .selectFrom('sandbox_broadcast')
    .select('hash')
    .where('network_id', '=', networkId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!sent) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
  if (type === 'reorganisation')
    await db.deleteFrom('sandbox_broadcast').where('network_id', '=', networkId).where('hash', '=', hash).execute();
  else
    await db
      .updateTable('sandbox_broadcast')
      .set(
        type === 'reversion'
          ? { confirmations: Math.max(needed, finalityDepth(networkId)), is_reverted: true }
          : { confirmations: needed, is_reverted: false },
      )
      .where('network_id', '=', networkId)
      .where('hash', '=', hash)
      .execute();
  await notifier.send('withdrawals');
  return hash;
}

/** Events that can be triggered for a deposit or a withdrawal. @throws AppError NOT_FOUND */
export async function transferMoves(services: Services, id: string): Promise<SandboxMove[]> {
  const row = await services.db
    .selectFrom('crypto_transaction')
    .select(['status', 'direction', 'network_id', 'is_final'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const { status, direction, network_id: networkId, is_final: isFinal } = row;
  const isOpen = status === 'processing';
  const isWithdrawal = direction === 'withdrawal';
  const decisions = status === 'to be confirmed' ? [decisionMove] : [];
  if (hasRealNode(services, networkId)) return decisions;
  return [
    ...decisions,
    ...(isOpen ? [{ type: 'confirmations', label: 'Confirm' }] : []),
    // A credited deposit can be reorganised away until it is final.
    ...(isOpen || !(isWithdrawal || isFinal || status === 'failed')
      ? [{ type: 'reorganisation', label: 'Take the block back' }]
      : []),
    ...(isOpen && isWithdrawal ? [{ type: 'reversion', label: 'Refuse it' }] : []),
  ];
}
