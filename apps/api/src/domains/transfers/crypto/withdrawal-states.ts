import type { WithdrawalStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type { WithdrawalStatus };

export const withdrawalStates: StateMachine<WithdrawalStatus> = {
  name: 'withdrawal',
  moves: {
    'to be processed': [
      { to: 'processing', who: ['system'] },
      { to: 'to be confirmed', who: ['system'] },
      { to: 'cancelled', who: ['customer'] },
      { to: 'rejected', who: ['Operations'] },
    ],
    'to be confirmed': [
      { to: 'to be processed', who: ['Operations'] },
      { to: 'cancelled', who: ['customer'] },
      { to: 'rejected', who: ['Operations'] },
    ],
    processing: [
      { to: 'completed', who: ['system'] },
      { to: 'failed', who: ['system'] },
      { to: 'to be confirmed', who: ['system'], isUnforeseen: true },
    ],
    completed: [],
    failed: [],
    cancelled: [],
    rejected: [],
  },
};

/** Why a withdrawal is refused by a person; each has its words, `message.withdrawalReason.<reason>`. */
export const withdrawalReasons = ['compliance-review', 'at-your-request', 'declined'] as const;

export function isWithdrawalReason(text: unknown): text is (typeof withdrawalReasons)[number] {
  return (withdrawalReasons as readonly unknown[]).includes(text);
}
