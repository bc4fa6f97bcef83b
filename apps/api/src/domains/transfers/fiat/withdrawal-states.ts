import type { FiatWithdrawalStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import { finalStatuses, payoutMoves, unsentMoves } from '../core/withdrawal-states.ts';

export type { FiatWithdrawalStatus };

export const fiatWithdrawalStates: StateMachine<FiatWithdrawalStatus> = {
  name: 'fiat withdrawal',
  moves: {
    'to be processed': [{ to: 'processing', who: ['system'], isExpected: true }, ...unsentMoves],
    processing: [...payoutMoves, { to: 'transferred manually', who: ['Operations'], isUnforeseen: true }],
    // A bank that can't place the money sends it back, days later.
    completed: [{ to: 'failed', who: ['system'], isUnforeseen: true }],
    'transferred manually': [],
    ...finalStatuses,
  },
};
