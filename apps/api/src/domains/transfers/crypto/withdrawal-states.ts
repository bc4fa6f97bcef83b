import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';
import { finalStatuses, payoutMoves, unsentMoves } from '../core/withdrawal-states.ts';

export type CryptoWithdrawalStatus =
  | 'to be processed'
  | 'to be confirmed'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'rejected';

export const cryptoWithdrawalStates: StateMachine<CryptoWithdrawalStatus> = {
  name: 'withdrawal',
  moves: {
    'to be processed': [
      { to: 'processing', who: ['system'], isExpected: true },
      { to: 'to be confirmed', who: ['system'] },
      ...unsentMoves,
    ],
    'to be confirmed': [{ to: 'to be processed', who: ['Operations'], isExpected: true }, ...unsentMoves],
    processing: [
      ...payoutMoves,
      { to: 'to be confirmed', who: ['system'], isUnforeseen: true },
      // The signed transaction has expired on its network.
      { to: 'to be processed', who: ['system'], isUnforeseen: true },
    ],
    completed: [],
    ...finalStatuses,
  },
};
