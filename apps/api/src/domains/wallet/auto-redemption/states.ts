import type { StateMachine } from '../../../platform/state-machine/state-machine.ts';

export type AutoRedemptionStatus = 'off' | 'on';

export const autoRedemptionStates: StateMachine<AutoRedemptionStatus> = {
  name: 'auto redemption',
  moves: {
    off: [{ to: 'on', who: ['customer'] }],
    on: [{ to: 'off', who: ['customer', 'system'] }],
  },
};

/** Why the system turned auto-redemption off. The message of each is `message.autoRedemptionReason.<reason>`. */
export type OffReason = 'default-changed' | 'default-edited' | 'default-deleted';

/** Why a run stopped before its payout, with messages as above. */
export type StopReason =
  | 'identity'
  | 'cooldown'
  | 'account-frozen'
  | 'no-default'
  | 'amount'
  | 'limit'
  | 'spent'
  | 'order';
