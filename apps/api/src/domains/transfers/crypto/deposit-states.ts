import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type CryptoDepositStatus = 'processing' | 'to be confirmed' | 'completed' | 'failed' | 'rejected';

export const cryptoDepositStates: StateMachine<CryptoDepositStatus> = {
  name: 'deposit',
  moves: {
    processing: [
      { to: 'completed', who: ['system'], isExpected: true },
      { to: 'failed', who: ['system'] },
      { to: 'to be confirmed', who: ['system'] },
    ],
    'to be confirmed': [
      { to: 'completed', who: ['Operations'], isExpected: true },
      { to: 'rejected', who: ['Operations'] },
      { to: 'failed', who: ['system'], isUnforeseen: true },
    ],
    // A reorganisation may reverse a confirmed deposit.
    completed: [{ to: 'failed', who: ['system'], isUnforeseen: true }],
    failed: [],
    rejected: [{ to: 'failed', who: ['system'], isUnforeseen: true }],
  },
};

/** Reasons why a deposit waits. Each reason has the message `message.depositReason.<reason>`. */
export type HoldReason = 'high-risk' | 'below-minimum' | 'located' | 'missing-memo' | 'searching';
