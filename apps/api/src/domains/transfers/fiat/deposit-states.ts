import type { FiatDepositStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type { FiatDepositStatus };

/** A wire: declared by the customer, or received without a declaration. */
export const fiatDepositStates: StateMachine<FiatDepositStatus> = {
  name: 'deposit',
  moves: {
    'to be confirmed': [
      { to: 'processing', who: ['system'], isExpected: true },
      { to: 'cancelled', who: ['customer'] },
    ],
    processing: [
      { to: 'completed', who: ['system', 'Operations'], isExpected: true },
      { to: 'rejected', who: ['Operations'] },
    ],
    // A credit to the wrong customer is reversed with another transfer.
    completed: [{ to: 'rejected', who: ['Operations'], isUnforeseen: true }],
    rejected: [],
    cancelled: [],
  },
};
