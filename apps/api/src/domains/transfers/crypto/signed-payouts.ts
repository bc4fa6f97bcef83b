import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { PayoutStatus, SentPayout } from '@wusd/payouts/payout-port';
import type { Services } from '../../services.ts';

export type SignedRow = Selectable<Database['signed_tx']>;

/**
 * An attempt that is to be signed. It is committed before the signer is asked, so that a crash in between neither loses the nonce nor
 * has it signed for something else. A withdrawal has one at most.
 */
export type PayoutOrder = Selectable<Database['payout_order']>;

export const findOrder = (db: Db | Trx, withdrawalId: string): Promise<PayoutOrder | undefined> =>
  db.selectFrom('payout_order').selectAll().where('withdrawal_id', '=', withdrawalId).executeTakeFirst();

/** Ends the order of another attempt, because the withdrawal's outcome is known. */
export async function dropOrder(trx: Trx, withdrawalId: string): Promise<void> {
  await trx.deleteFrom('payout_order').where('withdrawal_id', '=', withdrawalId).execute();
}

/** A withdrawal that is being signed can't end without its payout anymore. @throws AppError MOVE_NOT_ALLOWED */
export async function assertNotOrdered(trx: Trx, withdrawalId: string): Promise<void> {
  if (await findOrder(trx, withdrawalId)) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

/** Everything that was signed for a withdrawal, newest first: payouts, and a cancellation where one was ordered. */
export async function attemptsOf(db: Db | Trx, withdrawalId: string): Promise<SignedRow[]> {
  return db
    .selectFrom('signed_tx')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('attempt', 'desc')
    .execute();
}

/** Those among the attempts that have the newest one's nonce. */
export const withNewestNonce = <T extends { attempt: SignedRow }>(all: readonly T[]): T[] =>
  all.filter(({ attempt: { sender, nonce } }) => sender === all[0]?.attempt.sender && nonce === all[0]?.attempt.nonce);

export const isPayout = ({ kind }: SignedRow): boolean => kind === 'payout';

export interface ObservedAttempt {
  attempt: SignedRow;
  status: PayoutStatus;
}

/** Asks the network for the status of each attempt, in their order. */
export function observe(
  { gateways }: { gateways: Pick<Services['gateways'], 'payouts'> },
  attempts: readonly SignedRow[],
): Promise<ObservedAttempt[]> {
  return Promise.all(
    attempts.map(async (attempt) => ({ attempt, status: await gateways.payouts.statusOf(sentPayoutOf(attempt)) })),
  );
}

const sentPayoutOf = ({ network_id: networkId, sender, nonce, hash, raw }: SignedRow): SentPayout => ({
  networkId,
  sender,
  nonce,
  hash,
  raw,
});
