import type { DepositStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type { DepositStatus };

export const depositStates: StateMachine<DepositStatus> = {
  name: 'deposit',
  moves: {
    processing: [
      { to: 'completed', who: ['system'] },
      { to: 'failed', who: ['system'] },
      { to: 'to be confirmed', who: ['system'] },
    ],
    'to be confirmed': [
      { to: 'completed', who: ['Operations'] },
      { to: 'rejected', who: ['Operations'] },
      { to: 'failed', who: ['system'], isUnforeseen: true },
    ],
    // A chain may take back what it had confirmed.
    completed: [{ to: 'failed', who: ['system'], isUnforeseen: true }],
    failed: [],
    rejected: [{ to: 'failed', who: ['system'], isUnforeseen: true }],
  },
};

/** Why a person looks at a deposit; each has its words in every language, `message.depositReason.<reason>`. */
export type HoldReason = 'high-risk' | 'below-minimum' | 'located' | 'missing-memo' | 'searching';

/** Why a deposit is refused in the end. */
export const depositReasons = ['source-of-funds', 'not-yours', 'at-your-request', 'declined'] as const;
export type DepositReason = (typeof depositReasons)[number];

export function isDepositReason(text: unknown): text is DepositReason {
  return (depositReasons as readonly unknown[]).includes(text);
}
