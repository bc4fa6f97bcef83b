import { isDead, type PayoutStatus } from '../payout-port.ts';

/**
 * Combines the statuses of one attempt from several nodes. The end of an attempt is final and moves money, so an
 * attempt is dead or confirmed with a result only if every node reports it.
 *
 * @param statuses statuses of the nodes that responded
 * @param asked number of queried nodes
 * @returns a pending status if a node does not respond, lags behind, or does not know the attempt. Confirmations are
 *   the lowest reported.
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
