import { isDead, type PayoutStatus } from '../payout-port.ts';

/**
 * Combines the statuses of one attempt that several nodes report. Whatever ends it is final, and money follows from it: so an attempt is
 * dead, or is confirmed with a result, only if every node says so.
 *
 * @param statuses of the nodes that answered
 * @param asked number of nodes that were asked
 * @returns a pending status if some node does not answer, lags behind, or does not show the attempt. The confirmations are the lowest ones
 * @throws Error if nodes contradict each other
 */
export function combineStatuses(statuses: readonly PayoutStatus[], asked: number): PayoutStatus {
  const included = statuses.filter((each) => typeof each === 'object');
  const confirmed = included.filter(({ confirmations }) => confirmations > 0);
  const [first] = confirmed;
  if (!first) {
    if (included.length > 0) return pending;
    const [one = 'unknown'] = statuses;
    return statuses.length === asked && statuses.every((each) => each === one) ? one : 'unknown';
  }
  if (
    statuses.some(isDead) ||
    confirmed.some(({ block, isReverted }) => block !== first.block || isReverted !== first.isReverted)
  )
    throw new Error('Nodes disagree on what became of a payout');
  if (confirmed.length < asked) return pending;
  return { ...first, confirmations: Math.min(...confirmed.map(({ confirmations }) => confirmations)) };
}

const pending = { confirmations: 0, isReverted: false } as const;
