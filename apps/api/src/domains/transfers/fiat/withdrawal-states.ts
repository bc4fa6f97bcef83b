import type { FiatWithdrawalStatus } from '../../../platform/database/column-types.ts';
import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import { finalStatuses, payoutMoves, unsentMoves } from '../core/withdrawal-states.ts';

export type { FiatWithdrawalStatus };

export const fiatWithdrawalStates: StateMachine<FiatWithdrawalStatus> = {
  name: 'fiat withdrawal',
  moves: {
    'to be processed': [{ to: 'processing', who: ['system'], isExpected: true }, ...unsentMoves],
    processing: [...payoutMoves, { to: 'transferred manually', who: ['Operations'], isUnforeseen: true }],
    // The payee's bank may return the money days later if it can't credit the payee.
    completed: [{ to: 'failed', who: ['system'], isUnforeseen: true }],
    'transferred manually': [],
    ...finalStatuses,
  },
};
