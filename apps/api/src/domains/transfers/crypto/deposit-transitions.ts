import type { Trx } from '../../../platform/database/database.ts';
import { startRun } from '../../wallet/auto-redemption/setting.ts';
import type { NoticeId } from '../../notifications/notices.ts';
import type { Services } from '../../services.ts';
import { type DepositKind, transitionDepositWithin } from '../core/deposits.ts';
import type { Transition } from '../core/transitions.ts';
import { cryptoDepositStates, type CryptoDepositStatus } from './deposit-states.ts';
import type { CryptoDepositRow } from './transactions.ts';

export type CryptoDepositTransition = Transition<Exclude<CryptoDepositStatus, 'processing'>>;

type StatusNotices = Partial<Record<CryptoDepositStatus, NoticeId>>;

const statusNotices: StatusNotices = {
  completed: 'message.depositCompleted',
  failed: 'message.depositFailed',
  'to be confirmed': 'message.depositHeld',
  rejected: 'message.depositRejected',
};

/**
 * Notices without amounts: a transfer is not disclosed to a claimant until an operator has decided to whom it belongs.
 */
const claimNotices: StatusNotices = {
  // The amount is disclosed at this point.
  completed: 'message.depositCompleted',
  failed: 'message.depositClaimEnded',
  'to be confirmed': 'message.depositClaimFound',
  rejected: 'message.depositClaimEnded',
};

export const cryptoDeposits: DepositKind<'crypto_transaction', CryptoDepositStatus> = {
  table: 'crypto_transaction',
  direction: 'deposit',
  states: cryptoDepositStates,
  changes: ({ to, reason }) => (to === 'to be confirmed' ? { hold_reason: reason ?? null } : {}),
  noticeOf(row, to) {
    // A reversed credit has a separate notice.
    if (to === 'failed' && row.status !== 'processing') return undefined;
    const message = (row.is_undisclosed ? claimNotices : statusNotices)[to];
    return message === undefined ? undefined : { message, isAmountHidden: row.is_undisclosed };
  },
};

/**
 * Transitions a deposit, and starts its auto-redemption if it is credited.
 *
 * @param row deposit whose customer's row is locked by this transaction
 * @throws AppError MOVE_NOT_ALLOWED
 */
export async function transitionCryptoDepositWithin(
  trx: Trx,
  services: Services,
  row: CryptoDepositRow,
  transition: CryptoDepositTransition,
): Promise<void> {
  await transitionDepositWithin(trx, services, cryptoDeposits, row, transition);
  if (transition.to === 'completed') await startRun(trx, services, row);
}
