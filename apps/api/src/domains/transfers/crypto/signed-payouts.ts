import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../platform/database/database.ts';
import type { Database } from '../../../platform/database/types.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { PayoutStatus, SentPayout } from '@wusd/payouts/payout-port';
import type { Services } from '../../services.ts';

export type SignedRow = Selectable<Database['signed_tx']>;

/**
 * An attempt to be signed. It is committed before the request to the signer, so that after a crash in between the nonce
 * is neither lost nor used for another payout. A withdrawal has at most one order.
 */
export type PayoutOrder = Selectable<Database['payout_order']>;

export const findOrder = (db: Db | Trx, withdrawalId: string): Promise<PayoutOrder | undefined> =>
  db.selectFrom('payout_order').selectAll().where('withdrawal_id', '=', withdrawalId).executeTakeFirst();

/** Deletes the order of another attempt, because the outcome of the withdrawal is known. */
export async function dropOrder(trx: Trx, withdrawalId: string): Promise<void> {
  await trx.deleteFrom('payout_order').where('withdrawal_id', '=', withdrawalId).execute();
}

/** A withdrawal that is being signed can't end without its payout. @throws AppError MOVE_NOT_ALLOWED */
export async function assertNotOrdered(trx: Trx, withdrawalId: string): Promise<void> {
  if (await findOrder(trx, withdrawalId)) throw new AppError('MOVE_NOT_ALLOWED', { nextMoves: [] });
}

/** Returns all signed attempts of a withdrawal, newest first: payouts, and cancellations if there are any. */
export async function attemptsOf(db: Db | Trx, withdrawalId: string): Promise<SignedRow[]> {
  return db
    .selectFrom('signed_tx')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('attempt', 'desc')
    .execute();
}

/** Returns the attempts that have the nonce of the newest attempt. */
export const withNewestNonce = <T extends { attempt: SignedRow }>(all: readonly T[]): T[] =>
  all.filter(({ attempt: { sender, nonce } }) => sender === all[0]?.attempt.sender && nonce === all[0]?.attempt.nonce);

export const isPayout = ({ kind }: SignedRow): boolean => kind === 'payout';

export interface ObservedAttempt {
  attempt: SignedRow;
  status: PayoutStatus;
}

/** Queries the network for the status of each attempt, in the order of `attempts`. */
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
