import type { CryptoTransaction, FiatTransaction } from '@wusd/api-sdk/core';
import type { MessageId } from '@wusd/i18n';
import type { TransactionStatus } from './status.ts';

type Withdrawal = Pick<FiatTransaction | CryptoTransaction, 'status' | 'hold' | 'nextMoves'>;

export interface Outcome {
  /** May have the placeholder `time`. */
  title: MessageId;
  /** May have the placeholder `amount`, the amount that was to arrive. */
  body: MessageId;
}

/** Outcomes of the final statuses. In all others the withdrawal is in progress. */
const ends: Partial<Record<TransactionStatus, Outcome>> = {
  completed: { title: 'result.completed', body: 'result.completed.body' },
  'transferred manually': { title: 'result.completed', body: 'result.completed.body' },
  cancelled: { title: 'result.cancelled', body: 'result.undone.body' },
  rejected: { title: 'result.rejected', body: 'result.undone.body' },
  failed: { title: 'result.failed', body: 'result.failed.body' },
};

/** Reasons of holds that end automatically at a known time. */
const scheduled = new Set(['new-destination', 'cooldown']);

/** Title and text of a withdrawal's current outcome. */
export function outcomeOf({ status, hold, nextMoves }: Withdrawal): Outcome {
  const end = ends[status];
  if (end) return end;
  if (!hold) return { title: 'crypto.withdraw.success.title', body: 'crypto.withdraw.success.body' };
  const isCancellable = nextMoves.some(({ to, who }) => to === 'cancelled' && who === 'customer');
  const body = isCancellable ? 'result.held.cancellable' : 'result.held.body';
  if (hold.until !== undefined && scheduled.has(hold.reasonCode)) return { title: 'result.scheduled', body };
  return { title: hold.who === 'customer' ? 'result.actionRequired' : 'result.held', body };
}
