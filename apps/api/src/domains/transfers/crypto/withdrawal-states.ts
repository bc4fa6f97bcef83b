import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type WithdrawalStatus =
  | 'to be processed'
  | 'to be confirmed'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'rejected';

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
