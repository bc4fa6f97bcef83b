import type { FiatDepositStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type { FiatDepositStatus };

/** Of a wire: declared, or seen at a bank without that. */
export const fiatDepositStates: StateMachine<FiatDepositStatus> = {
  name: 'deposit',
  moves: {
    'to be confirmed': [
      { to: 'processing', who: ['system'] },
      { to: 'cancelled', who: ['customer'] },
    ],
    processing: [
      { to: 'completed', who: ['system', 'Operations'] },
      { to: 'rejected', who: ['Operations'] },
    ],
    // What was credited to whom it is not: money moves back by another transfer.
    completed: [{ to: 'rejected', who: ['Operations'], isUnforeseen: true }],
    rejected: [],
    cancelled: [],
  },
};
