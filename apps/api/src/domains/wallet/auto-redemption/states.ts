import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type AutoRedemptionStatus = 'off' | 'on';

export const autoRedemptionStates: StateMachine<AutoRedemptionStatus> = {
  name: 'auto redemption',
  moves: {
    off: [{ to: 'on', who: ['customer'] }],
    on: [{ to: 'off', who: ['customer', 'system'] }],
  },
};

/**
 * Reasons why the system turned off auto-redemption. The message of each is `message.autoRedemptionReason.<reason>`.
 */
export type OffReason = 'default-changed' | 'default-edited' | 'default-deleted';

/** Reasons why a run stopped before its payout, with the same message prefix. */
export type StopReason =
  | 'identity'
  | 'cooldown'
  | 'account-frozen'
  | 'no-default'
  | 'amount'
  | 'limit'
  | 'spent'
  | 'order';
